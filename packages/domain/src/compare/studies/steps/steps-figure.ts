import { type ChartModel, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Grid, GridRow } from '../../grid.ts'
import type { StudyElement } from '../pages/study-page.ts'

/** Maximum servers in the figure, because more cannot be distinguished; the table has all. */
const MAX_SERVERS = SERIES_COLORS
/** More bars than this are hairlines, so that points are drawn instead. */
const MAX_BARS = 60
/** Ratio of the largest and the smallest value above which the axis is logarithmic, because short bars would vanish. */
const MAX_LINEAR_RATIO = 20
/** Servers that the summary names; the legend has all. */
const MAX_NAMED = 2

/** The figure of the steps study: relative throughput of the newest servers in each step, one chart per table. */
export function stepsFigure(parts: readonly StudyElement[]): ChartModel[] {
  const relative = parts.find((part) => part.kind === 'section' && part.id === 'relative')
  const grids =
    relative?.kind === 'section' ? relative.parts.flatMap((part) => (part.kind === 'grid' ? [part.grid] : [])) : []
  return grids.flatMap((grid) => grid.tables.flatMap((_, at) => stepsChart(grid, at) ?? []))
}

function stepsChart({ tables, columnDimensions }: Grid, at: number): ChartModel | null {
  const table = tables[at]
  const rows = table?.groups.flatMap((group) => group.rows) ?? []
  const compared = rows.filter(({ isBase }) => !isBase).slice(-MAX_SERVERS)
  const columns = table?.columns ?? []
  if (table === undefined || compared.length === 0 || columns.length < 2) return null
  const left = rows.length - 1 - compared.length
  const series = compared.map(({ label, cells }, index) => ({
    name: label,
    color: (index % SERIES_COLORS) + 1,
    points: cells.map(({ ratio }, x) => ({ x, y: ratio })),
  }))
  const ratios = series.flatMap(({ points }) => points.flatMap(({ y }) => y ?? []))
  const isWide = Math.min(...ratios) > 0 && Math.max(...ratios) / Math.min(...ratios) > MAX_LINEAR_RATIO
  const workload = columnDimensions.indexOf('workload')
  const severalWorkloads = new Set(columns.map(({ values }) => values[workload])).size > 1
  return {
    id: `lead-${at}`,
    title: ['Relative throughput by step', table.key.label].filter((part) => part !== '').join(', '),
    summary: compared
      .slice(-MAX_NAMED)
      .map((row) =>
        summaryOf(
          row,
          columns.map(({ values }) => values.at(-1) ?? ''),
        ),
      )
      .join(' '),
    draw: isWide || columns.length * compared.length > MAX_BARS ? 'scatter' : 'bar',
    x: {
      kind: 'ordered',
      label: 'step',
      places: columns.map(({ values, label }) => ({ name: severalWorkloads ? label : (values.at(-1) ?? label) })),
    },
    y: {
      ...{ label: `relative to ${table.baseLabel ?? 'the base'}`, unit: '', better: 'higher', format: 'ratio' },
      ...(isWide ? { start: 'log' as const } : {}),
    },
    marks: [{ axis: 'y', at: 1, label: 'base' }],
    series,
    ...(left > 0 ? { left: `${compared.length} of ${compared.length + left} servers are drawn.` } : {}),
  }
}

/** "18.1 is 0.93 in l.i1, its lowest step, and 1.10 in qr100, its highest." */
function summaryOf({ label, cells }: GridRow, steps: readonly string[]): string {
  const known = cells.flatMap(({ ratio }, at) => (ratio === null ? [] : [{ ratio, step: steps[at] ?? '' }]))
  const sorted = known.toSorted((a, b) => a.ratio - b.ratio)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return `${label} has no step in common with the base.`
  return `${label} is ${formatRatio(low.ratio)} in ${low.step}, its lowest step, and ${formatRatio(high.ratio)} in ${high.step}, its highest.`
}
