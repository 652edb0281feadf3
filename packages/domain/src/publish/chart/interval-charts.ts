import type { Better } from '../../run/metric.ts'
import { median } from '../../stats/median.ts'
import type { ChartModel, ChartPoint } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'
import { thinPoints } from './thin-points.ts'

/** Samples of one metric of one result; a missing sample is null. */
export type SampledSeries = {
  metric: { name: string; unit: string; better: Better }
  intervalSeconds: number
  /** Seconds from the start of the step to the first sample. */
  startSeconds: number
  values: readonly (number | null)[]
}

/** Charts of the sample series of one result, one for each metric with samples; the maximum is marked. */
export function intervalCharts(series: readonly SampledSeries[]): ChartModel[] {
  return series.flatMap((one, i) => {
    const points = one.values.map((y, at): ChartPoint => ({ x: one.startSeconds + at * one.intervalSeconds, y }))
    const known = points.filter((point): point is KnownPoint => point.y !== null)
    const [first] = known
    if (first === undefined) return []
    const highest = known.reduce((a, b) => (b.y > a.y ? b : a), first)
    const lowest = known.reduce((a, b) => (b.y < a.y ? b : a), first)
    const marked = points.map((point) => (point === highest ? { ...point, note: 'highest' } : point))
    const drawn = thinPoints(marked)
    return [
      {
        id: `over-time-${i}`,
        title: `${one.metric.name} over time`,
        summary: summarize({ one, known, lowest, highest, missing: points.length - known.length }),
        draw: 'line',
        x: { kind: 'number', label: 'time', unit: 's' },
        y: { label: one.metric.name, unit: one.metric.unit, better: one.metric.better, format: 'value' },
        series: [{ name: one.metric.name, color: 1, points: drawn }],
        ...(drawn.length < points.length ? { left: 'Each stretch shows its lowest and highest sample.' } : {}),
      },
    ]
  })
}

type KnownPoint = ChartPoint & { y: number }

type Facts = { one: SampledSeries; known: KnownPoint[]; lowest: KnownPoint; highest: KnownPoint; missing: number }

function summarize({ one, known, lowest, highest, missing }: Facts): string {
  const format = (value: number) => formatChartValue(value, 'value')
  const middle = median(known.map(({ y }) => y)) ?? 0 // The list is not empty.
  const parts = [
    `${known.length} samples, ${one.intervalSeconds} s apart`,
    `median ${format(middle)}`,
    `lowest ${format(lowest.y)} at ${format(lowest.x)} s`,
    `highest ${format(highest.y)} at ${format(highest.x)} s`,
  ]
  if (missing > 0) parts.push(`${missing} missing`)
  return `${one.metric.name} in ${one.metric.unit}: ${parts.join(', ')}.`
}
