import { PRIMARY_METRIC } from '../../run/metric.ts'
import type { Comparison } from '../comparison.ts'
import { SIGNALS } from '../explain/signals.ts'
import { formatRatio } from '../format-cell.ts'
import type { Cell, Grid, GridGroup, GridRow, GridTable } from '../grid.ts'
import { numberFootnotes } from '../render/footnote-marks.ts'
import { decisionOf } from '../verdict/verdict-codes.ts'
import { type RatioScale, ratioScale } from './ratio-scale.ts'

/** More candidates than this are a heat map or a plain table. */
const MAX_CANDIDATES = 3

export type MarkState = 'regression' | 'improvement' | 'no change' | 'inconclusive' | 'not judged'

/** The ratio of one candidate: its number, and its mark in the plot. Positions are fractions of the width. */
export type PairMark = {
  /** Index of the column in the table. */
  column: number
  text: string
  state: MarkState
  runId: string | null
  /** Numbers of the footnotes of the cell. */
  notes: readonly number[]
  /** Null without a ratio. */
  at: number | null
  from: number | null
  to: number | null
  outside: 'left' | 'right' | null
}

/** The ratio of one row in a companion metric. */
export type CompanionText = { text: string; state: MarkState }

export type PairRow = {
  /** Index of the row, counted through the groups of its table. */
  index: number
  label: string
  /** Candidates in the order of the columns; the newest is the last. */
  marks: PairMark[]
  /** Ratios of the newest candidate in the companion metrics. */
  companions: CompanionText[]
}

export type PairGroup = {
  name: string | null
  rows: PairRow[]
  /** Geometric means of the candidates; null without a ratio. */
  means: ({ text: string; at: number } | null)[]
}

/** A comparison of at most three candidates with one baseline: a plot and numbers in each row. */
export type PairTable = {
  title: string
  metric: string
  baseLabel: string
  candidates: { column: number; label: string }[]
  companions: { metric: string; label: string }[]
  scale: Pick<RatioScale, 'ticks' | 'band'>
  groups: PairGroup[]
}

/** Metrics next to throughput; the first one that was measured is shown. */
const COMPANIONS = [
  { label: 'CPU/op', metrics: SIGNALS.cpu.metrics },
  { label: 'switches/op', metrics: SIGNALS.switches.metrics },
  { label: 'p99', metrics: SIGNALS.tail.metrics },
] as const

/** The companion metrics among those that a project measured. */
export const companionMetrics = (measured: readonly string[]): string[] =>
  COMPANIONS.flatMap(({ metrics }) => metrics.filter((name) => measured.includes(name)))

/** True for ratios of throughput over versions, which do not stand without what an operation costs. */
export const hasCompanions = ({ columns, show, metrics, base }: Comparison): boolean =>
  columns.includes('version') && show === 'relative' && metrics.join() === PRIMARY_METRIC && base.kind !== 'target'

/** True for the comparison of one version with others on one machine, which has a page of its own. */
export function isPair({ filters, base, columns, rows, show, verdicts, metrics, onlyChanged }: Comparison): boolean {
  const single = (values: readonly string[] | undefined) => values?.length === 1
  return (
    single(filters.product) &&
    single(filters.hardware) &&
    (filters.version?.length ?? 0) > 1 &&
    base.kind === 'values' &&
    Object.keys(base.values).join() === 'version' &&
    columns[0] === 'version' &&
    rows[0] === 'test' &&
    show === 'relative' &&
    verdicts !== 'off' &&
    metrics.length === 1 &&
    !onlyChanged
  )
}

/**
 * Prepares the tables of such a comparison; null where a table has more candidates, or a base that is not one column.
 *
 * @param others the same comparison of the companion metrics.
 */
export function pairTables(grid: Grid, others: Grid | null): PairTable[] | null {
  const { marksOf } = numberFootnotes(grid)
  const prepared = grid.tables.map((table) => pairTable(table, others, marksOf))
  return prepared.every((table) => table !== null) && prepared.length > 0 ? prepared : null
}

/** Counts rows by the state of their newest candidate. */
export function verdictsOfRows(tables: readonly PairTable[]): Partial<Record<MarkState, number>> {
  const counts: Partial<Record<MarkState, number>> = {}
  for (const { marks } of tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))) {
    const state = marks.at(-1)?.state ?? 'not judged'
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

type MarksOf = ReturnType<typeof numberFootnotes>['marksOf']

function pairTable(table: GridTable, others: Grid | null, marksOf: MarksOf): PairTable | null {
  const bases = table.columns.filter(({ isBase }) => isBase)
  const candidates = table.columns.flatMap(({ isBase, label }, column) => (isBase ? [] : [{ column, label }]))
  const newest = candidates.at(-1)
  if (bases.length !== 1 || newest === undefined || candidates.length > MAX_CANDIDATES) return null
  const rows = table.groups.flatMap((group) => group.rows)
  const ratios = rows.flatMap(({ cells }) => candidates.flatMap(({ column }) => positive(cells[column]?.ratio)))
  const scale = ratioScale(ratios)
  const companions = companionsOf(table, others, newest.column)
  let index = 0
  const groups = table.groups.map((group) => ({
    name: group.name,
    rows: group.rows.map(
      (row): PairRow => ({
        index: index++,
        label: row.label,
        marks: candidates.map(({ column }) => {
          const cell = row.cells[column]
          return { ...markOf(cell, column, scale), notes: cell === undefined ? [] : marksOf(cell) }
        }),
        companions: companions.map(({ cells }) => companionOf(cells.get(rowKey(row)))),
      }),
    ),
    means: candidates.map(({ column }) => meanOf(group, column, scale)),
  }))
  return {
    title: table.key.label,
    metric: table.metric,
    baseLabel: table.baseLabel ?? bases[0]?.label ?? '',
    candidates,
    companions: companions.map(({ metric, label }) => ({ metric, label })),
    scale: { ticks: scale.ticks, band: scale.band },
    groups,
  }
}

const positive = (ratio: number | null | undefined): number[] => (ratio != null && ratio > 0 ? [ratio] : [])

function markOf(cell: Cell | undefined, column: number, { inside, outside }: RatioScale): Omit<PairMark, 'notes'> {
  const [ratio] = positive(cell?.ratio)
  const interval = cell?.verdict?.interval ?? null
  const drawn = ratio !== undefined && interval !== null && interval.low > 0
  return {
    column,
    text: formatRatio(cell?.ratio ?? null),
    state: stateOf(cell),
    runId: cell?.runIds[0] ?? null,
    at: ratio === undefined ? null : inside(ratio),
    from: drawn ? inside(interval.low) : null,
    to: drawn ? inside(interval.high) : null,
    outside: ratio === undefined ? null : outside(ratio),
  }
}

function stateOf(cell: Cell | undefined): MarkState {
  if (cell === undefined || cell.verdict === null) return 'not judged'
  return decisionOf(cell.verdict)
}

function meanOf({ rows, summaries }: GridGroup, column: number, { inside }: RatioScale): PairGroup['means'][number] {
  const mean = summaries[column]?.geometricMean
  return rows.length < 2 || mean === undefined || mean <= 0 ? null : { text: formatRatio(mean), at: inside(mean) }
}

export const rowKey = ({ values }: Pick<GridRow, 'values'>): string => JSON.stringify(values)

/** A companion metric of one column: its name, and its cells by `rowKey`. */
type CompanionColumn = { metric: string; label: string; cells: Map<string, Cell> }

/** The companion metrics of one column that have a ratio to the base of the table in at least one row. */
export function companionsOf(table: GridTable, others: Grid | null, column: number): CompanionColumn[] {
  const own = (others?.tables ?? []).filter((other) => other.key.label === table.key.label && isSameBase(table, other))
  const wanted = table.columns[column]?.label
  return COMPANIONS.flatMap(({ label, metrics }) => {
    for (const metric of metrics) {
      const found = own.find((other) => other.metric === metric)
      const at = found?.columns.findIndex((one) => one.label === wanted) ?? -1
      const cells = new Map(
        (found?.groups ?? []).flatMap(({ rows }) =>
          rows.flatMap((row) => {
            const cell = row.cells[at]
            return cell?.ratio == null ? [] : [[rowKey(row), cell] as const]
          }),
        ),
      )
      if (cells.size > 0) return [{ metric, label, cells }]
    }
    return []
  })
}

/** The first column of a metric that the base lacks is another version. */
function isSameBase(table: GridTable, other: GridTable): boolean {
  const baseOf = ({ columns }: GridTable) => columns.find(({ isBase }) => isBase)?.label
  const [own, others] = [baseOf(table), baseOf(other)]
  return own === undefined || others === undefined || own === others
}

export const companionOf = (cell: Cell | undefined): CompanionText => ({
  text: formatRatio(cell?.ratio ?? null),
  state: stateOf(cell),
})
