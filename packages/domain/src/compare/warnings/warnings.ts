import { plural } from '../../plural.ts'
import { axisLabel, valueLabel } from '../axis-label.ts'
import { AMBIGUOUS_BASE, BASE_DIFFERS } from '../base/base-note.ts'
import type { OrderedTable } from '../base/find-base.ts'
import type { BaseResolver } from '../base/resolve-base.ts'
import type { MadeTable } from '../cells/create-table.ts'
import { ARCHIVE_AVERAGE } from '../cells/measure.ts'
import { mixedInCells } from '../cells/mixed-in-cells.ts'
import type { Selection } from '../cells/select-points.ts'
import type { Context } from '../context.ts'
import type { GridColumn, GridRow, GridWarning } from '../grid.ts'
import { idOn } from '../pivot.ts'
import { listNames } from '../render/list-names.ts'
import { differingFacts } from './differing-facts.ts'
import { hiddenDifferences } from './hidden-differences.ts'

/** Everything that a grid was made from, as input of the warnings. */
type Evidence = {
  selection: Selection
  base: BaseResolver
  tables: readonly OrderedTable[]
  made: readonly MadeTable[]
}

/** The warnings above the tables, without repetitions. */
export function gridWarnings({ selection, base, tables, made }: Evidence, context: Context): GridWarning[] {
  // Results of the base that no cell uses are compared with nothing.
  const points = [...new Set([...selection.listed, ...base.usedResults()])]
  const mixed = mixedInCells({ listed: selection.listed, base: base.usedResults() }, context)
  const warnings = [
    ...hiddenDifferences(points, mixed, context),
    ...differingFacts(points, mixed, context),
    ...missingBase(selection, base),
    ...unresolvedBase(made),
    ...rowsOfBaseOnly(tables, base, context),
    ...made.flatMap((one) => tableWarnings(one, context)),
    ...publishedArithmetic(made, context),
  ]
  return [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
}

function missingBase({ listed }: Selection, { named, hasResults }: BaseResolver): GridWarning[] {
  if (named.length === 0 || hasResults || listed.length === 0) return []
  const words = named.map(({ dimension, value }) => valueLabel(dimension, value)).join(', ')
  return [{ code: 'base-missing', text: `No result belongs to the base, ${words}, so there are no ratios.` }]
}

/** Warnings for cells without a ratio because their base is ambiguous or differs in one dimension. */
function unresolvedBase(made: readonly MadeTable[]): GridWarning[] {
  const codes = new Set([AMBIGUOUS_BASE, BASE_DIFFERS])
  const cells = made.flatMap(({ allRows }) => allRows.flatMap((row) => row.cells))
  const notes = cells.flatMap(({ footnotes }) => footnotes.filter(({ code }) => codes.has(code)))
  return [...Map.groupBy(notes, ({ text }) => text)].map(([text, all]) => ({
    code: all[0]?.code ?? AMBIGUOUS_BASE,
    text: `${text.slice(0, -1)}. ${plural(all.length, 'cell has', 'cells have')} no ratio.`,
  }))
}

/** Warns of rows that only the base has, such as a test in which the other version crashed. */
function rowsOfBaseOnly(tables: readonly OrderedTable[], base: BaseResolver, { axes, read }: Context): GridWarning[] {
  if (!axes.rows.includes('test') || base.named.some(({ dimension }) => axes.rows.includes(dimension))) return []
  const listed = new Set(tables.flatMap(({ rows }) => [...rows.keys()]))
  const only = new Map<string, string>()
  for (const point of base.usedResults()) {
    const id = idOn(axes.rows, point, read)
    if (listed.has(id) || only.has(id)) continue
    const values = axes.rows.map((dimension) => read(point, dimension))
    only.set(id, axisLabel(axes.rows, values))
  }
  if (only.size === 0) return []
  return [{ code: 'rows-of-base-only', text: `Only the base has results for ${listNames([...only.values()])}.` }]
}

function tableWarnings({ table, allRows }: MadeTable, { axes, comparison }: Context): GridWarning[] {
  const name = [table.key.label, comparison.metrics.length > 1 ? table.metric : '']
    .filter((part) => part !== '')
    .join(', ')
  const found = allRows.every(({ cells }) => cells.every(({ value }) => value === null))
    ? [{ code: 'metric-missing', text: `No result has the metric ${table.metric}.` }]
    : [...axes.rows, ...axes.columns].includes('test')
      ? incompleteRows(table.columns, allRows)
      : []
  return name === '' ? found : found.map(({ code, text }) => ({ code, text: `${name}: ${text}` }))
}

/** Warns of rows that only some columns have, so that a crashed run is not mistaken for a shorter benchmark. */
function incompleteRows(columns: readonly GridColumn[], rows: readonly GridRow[]): GridWarning[] {
  const incomplete = rows.flatMap(({ label, cells }) => {
    const lacks = columns.filter((_, i) => cells[i]?.value == null)
    if (lacks.length === 0 || lacks.length === columns.length) return []
    const has = columns.filter((_, i) => cells[i]?.value != null)
    return [`${label} (${has.length < lacks.length ? `only ${labels(has)}` : `not ${labels(lacks)}`})`]
  })
  if (incomplete.length === 0) return []
  return [{ code: 'incomplete-rows', text: `Not every column has ${listNames(incomplete)}.` }]
}

const labels = (columns: readonly GridColumn[]) => listNames(columns.map(({ label }) => label))

function publishedArithmetic(made: readonly MadeTable[], { comparison }: Context): GridWarning[] {
  if (comparison.asPublished) {
    return [
      {
        code: 'as-published',
        text: "Numbers repeat the archive's arithmetic: ratios of QPS rounded to integers, its averages of vmstat and iostat.",
      },
    ]
  }
  const fellBack = made.some(({ allRows }) =>
    allRows.some(({ cells }) => cells.some(({ footnotes }) => footnotes.some(({ code }) => code === ARCHIVE_AVERAGE))),
  )
  if (!fellBack) return []
  return [
    {
      code: ARCHIVE_AVERAGE,
      text: "Some values are the archive's own averages, because exact ones are not stored; they are marked.",
    },
  ]
}
