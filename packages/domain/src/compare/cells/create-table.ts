import { findKnownMetric, type Metric, PRIMARY_METRIC } from '../../run/metric.ts'
import { axisLabel } from '../axis-label.ts'
import { quartileBands } from '../band.ts'
import { hardwareNote } from '../base/base-note.ts'
import type { OrderedTable, TableBase } from '../base/find-base.ts'
import type { Context } from '../context.ts'
import type { Cell, GridColumn, GridRow, GridTable } from '../grid.ts'
import type { Point } from '../point.ts'
import { targetOf } from '../target.ts'
import type { Evidence } from '../verdict/significance.ts'
import type { CellVerdict } from '../verdict/verdict.ts'
import { type CellDraft, createCell } from './create-cell.ts'
import { groupName, makeGroups } from './create-groups.ts'
import { cellJudge } from './judge-cell.ts'
import { type Measurement, measure, resolveMetric } from './measure.ts'
import { perClientFactor } from './per-client.ts'

/** A table and all its rows, before any were hidden or sorted. */
export type MadeTable = { table: GridTable; allRows: readonly GridRow[]; hiddenRows: number }

/** A table before its verdicts. Rows and columns of `cells` are those of `source`. */
export type TableDraft = {
  source: OrderedTable
  metric: string
  base: TableBase
  cells: readonly (readonly CellDraft[])[]
  isSubstitute?: boolean
}

/** Creates the cells of one metric for one key of the table dimensions. */
export const draftTable = (source: OrderedTable, metric: string, base: TableBase, context: Context): TableDraft => ({
  source,
  metric,
  base,
  cells: draftCells(source, metric, base, context),
})

/** Adds verdicts to the cells of a draft and groups its rows. */
export function makeTable(
  { source, metric, base, cells: drafts, isSubstitute = false }: TableDraft,
  verdictOf: (evidence: Evidence) => CellVerdict | null,
  context: Context,
): MadeTable {
  const { comparison, axes } = context
  const cells = drafts.map((row) =>
    row.map(({ cell, evidence }): Cell => (evidence === null ? cell : { ...cell, verdict: verdictOf(evidence) })),
  )
  const isQuartile = comparison.bands.kind === 'quartile' && comparison.base.kind !== 'target'
  const judged = isQuartile ? withQuartileBands(cells) : cells
  const noteOf = columnNotes(judged, context)
  const columns = source.columnIds.map((id, at): GridColumn => {
    const values = source.columns.get(id) ?? []
    const note = noteOf(at)
    const column = { values, label: axisLabel(axes.columns, values) || 'all', isBase: base.isColumn(id) }
    return note === null ? column : { ...column, note }
  })
  const groupOfTest = (testName: string) => context.tests.get(testName)?.group ?? ''
  const allRows = source.rowIds.map((id, i): GridRow => {
    const values = source.rows.get(id) ?? []
    const group = groupName(axes.rows, values, groupOfTest)
    return {
      values,
      label: axisLabel(axes.rows, values) || 'all',
      group,
      isBase: base.isRow(id),
      cells: judged[i] ?? [],
    }
  })
  const { groups, hiddenRows } = makeGroups(allRows, comparison, context.show)
  const key = { values: source.values, label: axisLabel(axes.tables, source.values) }
  const { name, unit, better } = metricOfTable(metric, judged.flat(), context)
  const table = { key, metric: name, unit, better, columns, groups, baseLabel: base.label }
  return { table: isSubstitute ? { ...table, isSubstitute } : table, allRows, hiddenRows }
}

/** Returns the note of a column: its unit and its target, because steps of one benchmark may differ in both. */
function columnNotes(rows: readonly (readonly Cell[])[], { comparison }: Context): (column: number) => string | null {
  const isTarget = comparison.base.kind === 'target'
  const units = new Set(rows.flatMap((cells) => cells.map(({ unit }) => unit)))
  if (!isTarget && units.size < 2) return () => null
  return (column) => {
    const cells = rows.flatMap((row) => row[column] ?? [])
    const [single, ...others] = new Set<number | string>(
      isTarget ? cells.flatMap(({ baseValue }) => baseValue ?? []) : cells.map(({ unit }) => unit),
    )
    if (single === undefined || single === '' || others.length > 0) return null
    return isTarget ? `target ${single}/s` : String(single)
  }
}

function draftCells(source: OrderedTable, metric: string, base: TableBase, context: Context): CellDraft[][] {
  const { comparison, axes } = context
  const measured = measurer(context)
  const judgeOf = cellJudge(context)
  // If clients are on no axis, a cell may mix numbers of clients, and no single factor is right.
  const acrossClients = [...axes.tables, ...axes.rows, ...axes.columns].includes('clients')
  const isTarget = comparison.base.kind === 'target'
  const testOf = (row: string, column: string, own: readonly Point[]) => {
    for (const [axis, values] of [
      [axes.rows, source.rows.get(row)],
      [axes.columns, source.columns.get(column)],
      [axes.tables, source.values],
    ] as const) {
      const at = axis.indexOf('test')
      if (at >= 0) return values?.[at] ?? ''
    }
    return own[0]?.coordinates.test ?? ''
  }
  return source.rowIds.map((row) =>
    source.columnIds.map((column) => {
      const own = source.cells.get(row)?.get(column) ?? []
      const testInfo = context.tests.get(testOf(row, column, own))
      const name = resolveMetric(metric, testInfo)
      const { points: basePoints, note } = base.of(row, column)
      const described = describeMetric(name, context)
      const factor = acrossClients ? perClientFactor(name, own, basePoints) : null
      const parts = {
        metric: described,
        own: measured(own, name),
        base: {
          measurement: isTarget ? targetOf(own, name, testInfo) : measured(basePoints, name),
          label: base.label,
          note: note ?? hardwareNote(own, basePoints),
        },
        isBase: base.isCell(row, column),
        factor,
        judge: judgeOf(described, factor ?? 1),
      }
      return createCell(parts, comparison)
    }),
  )
}

/** Caches the measurement of each set of results, because all cells of a row may have the same base. */
function measurer({ comparison }: Context): (points: readonly Point[], metric: string) => Measurement | null {
  const byMetric = new Map<string, Map<readonly Point[], Measurement | null>>()
  return (points, metric) => {
    if (points.length === 0) return null
    const known = byMetric.get(metric) ?? new Map<readonly Point[], Measurement | null>()
    byMetric.set(metric, known)
    const found = known.get(points)
    if (found !== undefined) return found
    const made = measure(points, metric, comparison)
    known.set(points, made)
    return made
  }
}

/** Adds quartile bands, which compare the values of one metric within one column. */
function withQuartileBands(cells: readonly (readonly Cell[])[]): Cell[][] {
  const judged = cells.map((row) => [...row])
  for (let column = 0; column < (cells[0]?.length ?? 0); column += 1) {
    const rowsByMetric = Map.groupBy(cells.keys(), (row) => cells[row]?.[column]?.metric ?? '')
    for (const rows of rowsByMetric.values()) {
      const inColumn = rows.flatMap((row) => cells[row]?.[column] ?? [])
      const bands = quartileBands(inColumn)
      for (const [i, row] of rows.entries()) {
        const [cell, own] = [inColumn[i], judged[row]]
        if (cell !== undefined && own !== undefined) own[column] = { ...cell, band: bands[i] ?? 'none' }
      }
    }
  }
  return judged
}

/** Describes a metric; an undeclared one has no direction and therefore no verdicts. */
function describeMetric(name: string, { metrics }: Context): Metric {
  return metrics.get(name) ?? findKnownMetric(name) ?? { name, unit: '', better: 'neither', about: '' }
}

/** The metric that `primary` means in this table, if it means only one. */
function metricOfTable(
  metric: string,
  cells: readonly Cell[],
  context: Context,
): Pick<Metric, 'name' | 'unit' | 'better'> {
  if (metric !== PRIMARY_METRIC) return describeMetric(metric, context)
  const [only, ...others] = new Set(cells.map((cell) => cell.metric))
  if (only !== undefined && others.length === 0) return describeMetric(only, context)
  return { name: PRIMARY_METRIC, unit: '', better: 'higher' }
}
