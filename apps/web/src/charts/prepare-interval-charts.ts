import { niceTicks } from '@assay/domain/chart/nice-ticks'
import { median } from '@assay/domain/stats/median'
import type { SampleSeries } from '../trpc/answers.ts'
import { formatMetricValue } from '../ui/format-metric-value.ts'

/** More points than this cannot be told apart on a screen, and slow Recharts down. */
const MOST_POINTS = 2_000

export type IntervalPoint = { seconds: number; value: number | null }

/** One chart of one series, ready to draw. */
export type IntervalChartModel = {
  id: string
  title: string
  unit: string
  /** What the chart shows, in a sentence. */
  summary: string
  /** Seconds from the start of the step; a missing sample is a gap. */
  points: IntervalPoint[]
  /** Round numbers of the vertical axis, from zero, so that a small ripple does not look like a collapse. */
  ticks: number[]
  secondsDomain: [number, number]
  /** True when there are fewer points than samples: each stretch then shows its lowest and highest sample. */
  thinned: boolean
}

/** One chart for each series that has any value; series keep their order. */
export function prepareIntervalCharts(series: readonly SampleSeries[]): IntervalChartModel[] {
  return series.flatMap((one) => {
    const points = one.values.map((value, index) => ({
      seconds: one.startSeconds + index * one.intervalSeconds,
      value,
    }))
    const known = points.filter((point): point is KnownPoint => point.value !== null)
    const first = points[0]
    const last = points.at(-1)
    if (known.length === 0 || first === undefined || last === undefined) return []
    const highest = known.reduce((a, b) => (b.value > a.value ? b : a))
    const lowest = known.reduce((a, b) => (b.value < a.value ? b : a))
    return [
      {
        id: one.id,
        title: one.metric.name,
        unit: one.metric.unit,
        summary: summarise({ one, known, lowest, highest, missing: points.length - known.length }),
        points: points.length > MOST_POINTS ? thin(points, MOST_POINTS) : points,
        ticks: niceTicks(Math.min(0, lowest.value), highest.value, 4),
        secondsDomain: [first.seconds, last.seconds],
        thinned: points.length > MOST_POINTS,
      } satisfies IntervalChartModel,
    ]
  })
}

type KnownPoint = { seconds: number; value: number }

type Facts = { one: SampleSeries; known: KnownPoint[]; lowest: KnownPoint; highest: KnownPoint; missing: number }

function summarise({ one, known, lowest, highest, missing }: Facts): string {
  const middle = median(known.map(({ value }) => value)) ?? 0 // There is at least one value.
  const parts = [
    `${known.length} samples, ${one.intervalSeconds} s apart`,
    `median ${formatMetricValue(middle)}`,
    `lowest ${formatMetricValue(lowest.value)} at ${formatMetricValue(lowest.seconds)} s`,
    `highest ${formatMetricValue(highest.value)} at ${formatMetricValue(highest.seconds)} s`,
  ]
  if (missing > 0) parts.push(`${missing} missing`)
  return `${one.metric.name} in ${one.metric.unit}: ${parts.join(', ')}.`
}

/** The lowest and the highest point of each stretch, in order of time, so that no spike is lost. */
function thin(points: readonly IntervalPoint[], most: number): IntervalPoint[] {
  const stretch = Math.ceil(points.length / (most / 2))
  const kept: IntervalPoint[] = []
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch)
    const known = part.filter((point): point is KnownPoint => point.value !== null)
    const [first] = known
    if (first === undefined) {
      kept.push(...part.slice(0, 1))
      continue
    }
    const low = known.reduce((a, b) => (b.value < a.value ? b : a), first)
    const high = known.reduce((a, b) => (b.value > a.value ? b : a), first)
    kept.push(...(low === high ? [low] : low.seconds < high.seconds ? [low, high] : [high, low]))
  }
  return kept
}
