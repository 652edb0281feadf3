import { findTableBase, type OrderedTable } from './base/find-base.ts'
import { makeBaseResolver } from './base/resolve-base.ts'
import { draftTable, type MadeTable, makeTable, type TableDraft } from './cells/create-table.ts'
import { type Selection, selectPoints } from './cells/select-points.ts'
import { fallbackWarnings, type Substitute, splitByMetric } from './cells/substitutes.ts'
import { changeBand } from './change-band.ts'
import type { Comparison } from './comparison.ts'
import { type Context, makeContext } from './context.ts'
import type { Grid, GridTables } from './grid.ts'
import { pivot } from './pivot.ts'
import type { PointSet } from './point.ts'
import { measuredPrimaries } from './primary-metric.ts'
import { decideSignificance, type Evidence } from './verdict/significance.ts'
import type { CellVerdict, VerdictCounts } from './verdict/verdict.ts'
import { namedCounts } from './verdict/verdict-codes.ts'
import { emptyWarnings } from './warnings/empty-warnings.ts'
import { notShownWarning } from './warnings/not-shown.ts'
import { smallestDetectable } from './warnings/smallest-detectable.ts'
import { gridWarnings } from './warnings/warnings.ts'

/**
 * Builds the grid of a comparison: the one pure function behind every table. Rows, columns and tables are the keys of
 * the listed results, in the order of dimension-order.ts; each key of the table dimensions and each metric makes a
 * table. A missing value is null, a cell without a ratio states the reason in a footnote, and facts that limit the
 * validity of a table are warnings.
 *
 * @param set at least the results that pass `pointsNeeded(comparison)`, newest run first; other results are ignored.
 */
export function compare(set: PointSet, comparison: Comparison): Grid {
  const { context, selected, selection, base, tables, made, verdicts } = makeTables(set, comparison)
  return {
    show: context.show,
    ...gridTables(made, context),
    warnings: [
      ...(set.notShown === undefined ? [] : [notShownWarning(set.notShown)]),
      ...gridWarnings({ selection, base, tables, made }, context),
      ...fallbackWarnings(selected.listed, set.tests, context),
      ...emptyWarnings(made, comparison),
    ],
    counts: countCells(made),
    ...(set.notShown === undefined ? {} : { notShown: set.notShown }),
    ...judgment(made, verdicts),
    verdictsInText: comparison.verdicts === 'text',
  }
}

/** Builds the same tables without warnings and counts, for callers that only read cells. */
export function compareTables(set: PointSet, comparison: Comparison): GridTables {
  const { made, context } = makeTables(set, comparison)
  return gridTables(made, context)
}

const gridTables = (made: readonly MadeTable[], { axes }: Context): GridTables => ({
  rowDimensions: axes.rows,
  columnDimensions: axes.columns,
  tables: made.map(({ table }) => table),
})

function makeTables(set: PointSet, comparison: Comparison) {
  const selected = selectPoints(set.points, makeContext(set, comparison))
  const tests = measuredPrimaries({ points: [...selected.listed, ...selected.base], tests: set.tests })
  const context = makeContext({ ...set, tests }, comparison)
  const { selection, substitutes } = splitByMetric(selected, context)
  const base = makeBaseResolver(selection, context)
  const tables = orderedTables(selection, context)
  const drafts = [
    ...tables.flatMap((table) => {
      const tableBase = findTableBase(table, base, context)
      return comparison.metrics.map((metric) => draftTable(table, metric, tableBase, context))
    }),
    ...substitutes.flatMap((substitute) => substituteDrafts(substitute, context)),
  ]
  const { verdicts, verdictOf } = judgeCells(drafts, context)
  const made = drafts.map((draft) => makeTable(draft, verdictOf, context))
  return { context, selected, selection, base, tables, made, verdicts }
}

/** Drafts the tables of a fallback metric, for results without their primary metric. */
function substituteDrafts({ metric, selection }: Substitute, context: Context): TableDraft[] {
  const base = makeBaseResolver(selection, context)
  return orderedTables(selection, context).map((table) => ({
    ...draftTable(table, metric, findTableBase(table, base, context), context),
    isSubstitute: true,
  }))
}

/**
 * Decides the verdicts of all tables together, because the correction counts all cells. The counts are null when the
 * comparison has no verdicts.
 */
function judgeCells(
  drafts: readonly TableDraft[],
  { judge, limits }: Context,
): { verdicts: VerdictCounts | null; verdictOf: (evidence: Evidence) => CellVerdict | null } {
  const evidence = drafts.flatMap(({ cells }) => cells.flatMap((row) => row.flatMap((cell) => cell.evidence ?? [])))
  if (judge === null) return { verdicts: null, verdictOf: () => null }
  const { verdicts, counts } = decideSignificance(evidence, limits)
  const known = new Map(evidence.map((one, at) => [one, verdicts[at] ?? null]))
  return { verdicts: counts, verdictOf: (one) => known.get(one) ?? null }
}

/** Verdicts of all cells, hidden rows included; null where no cell was judged. */
function judgment(
  made: readonly MadeTable[],
  counts: VerdictCounts | null,
): Pick<Grid, 'verdicts' | 'smallestDetectable'> {
  if (counts === null || namedCounts(counts).judged === 0) return { verdicts: null }
  const cells = made.flatMap(({ allRows }) => allRows.flatMap((row) => row.cells))
  return { verdicts: counts, smallestDetectable: smallestDetectable(cells) }
}

function orderedTables({ listed }: Selection, { axes, read, orders }: Context): OrderedTable[] {
  return [...pivot(listed, axes, read)]
    .sort(([, a], [, b]) => orders.tables(a.values, b.values))
    .map(([id, table]) => ({
      ...table,
      id,
      rowIds: [...table.rows].sort(([, a], [, b]) => orders.rows(a, b)).map(([row]) => row),
      columnIds: [...table.columns].sort(([, a], [, b]) => orders.columns(a, b)).map(([column]) => column),
    }))
}

/** Counts of cells over all tables, without hidden rows. */
function countCells(made: readonly MadeTable[]): Grid['counts'] {
  const counts = { rows: 0, columns: 0, cells: 0, missing: 0, worse: 0, better: 0, hiddenRows: 0 }
  for (const { table, hiddenRows } of made) {
    counts.columns += table.columns.length
    counts.hiddenRows += hiddenRows
    for (const { cells } of table.groups.flatMap((group) => group.rows)) {
      counts.rows += 1
      counts.cells += cells.length
      for (const cell of cells) {
        if (cell.value === null) counts.missing += 1
        const band = changeBand(cell)
        if (band === 'worse' || band === 'better') counts[band] += 1
      }
    }
  }
  return counts
}
