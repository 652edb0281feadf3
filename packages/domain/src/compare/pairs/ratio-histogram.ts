import type { MarkState, PairMark, PairTable } from './pair-table.ts'

/** Number of bars across the axis of ratios. */
export const HISTOGRAM_BARS = 24

export type HistogramBar = { regressions: number; improvements: number; others: number }

/** The bar of a ratio by its position on the axis; those outside of the axis are in the outermost bars. */
export const barOf = (at: number): number => Math.min(HISTOGRAM_BARS - 1, Math.floor(at * HISTOGRAM_BARS))

/** Counts the ratios of the newest candidate along the axis of the plot. */
export function ratioHistogram({ groups }: Pick<PairTable, 'groups'>): HistogramBar[] {
  const bars = Array.from(
    { length: HISTOGRAM_BARS },
    (): HistogramBar => ({ regressions: 0, improvements: 0, others: 0 }),
  )
  for (const mark of groups.flatMap(({ rows }) => rows.map(({ marks }) => marks.at(-1)))) {
    const bar = mark === undefined || mark.at === null ? undefined : bars[barOf(mark.at)]
    if (bar !== undefined && mark !== undefined) bar[COUNTED[mark.state] ?? 'others'] += 1
  }
  return bars
}

const COUNTED: Readonly<Partial<Record<MarkState, 'regressions' | 'improvements'>>> = {
  regression: 'regressions',
  improvement: 'improvements',
}

/** The ratio at a fraction of the width of a logarithmic axis with 1.0 in its middle. */
export function ratioAt({ ticks }: Pick<PairTable['scale'], 'ticks'>, at: number): number {
  const tick = ticks.find(({ ratio }) => ratio !== 1)
  return tick === undefined ? 1 : Math.exp(((at - 0.5) * Math.log(tick.ratio)) / (tick.at - 0.5))
}

/** The table with the rows whose newest ratio is in the bars from one edge to another; groups without one are left out. */
export function rowsInBars<Table extends Pick<PairTable, 'groups'>>(
  table: Table,
  edges: { from: number; to: number },
): Table {
  const contains = (mark: PairMark | undefined) =>
    mark !== undefined && mark.at !== null && barOf(mark.at) >= edges.from && barOf(mark.at) < edges.to
  const groups = table.groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ marks }) => contains(marks.at(-1))) }))
    .filter(({ rows }) => rows.length > 0)
  return { ...table, groups }
}
