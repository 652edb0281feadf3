import { median } from '../../stats/median.ts'
import type { ChartModel, ChartPoint } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'
import type { SampledSeries } from './interval-charts.ts'
import { thinPoints } from './thin-points.ts'

/** The samples of one run, by the name of the line. */
type SampledSide = { name: string; series: readonly SampledSeries[] }

/** Maximum points of a line next to the details of a cell, which are a few hundred pixels wide. */
const MAX_LINE_POINTS = 600

/** Charts of two runs over time, one for each metric that both sampled; throughput, vmstat and iostat as they come. */
export function pairedIntervalCharts(base: SampledSide, own: SampledSide): ChartModel[] {
  return own.series.flatMap((one, index): ChartModel[] => {
    const other = base.series.find(({ metric }) => metric.name === one.metric.name)
    if (other === undefined || !hasValues(one) || !hasValues(other)) return []
    const { name, unit, better } = one.metric
    return [
      {
        id: `paired-${index}`,
        title: name,
        summary: `${name} in ${unit} over time: median ${middle(other)} in ${base.name}, ${middle(one)} in ${own.name}.`,
        draw: 'line',
        x: { kind: 'number', label: 'time', unit: 's' },
        y: { label: name, unit, better, format: 'value' },
        series: [
          { name: base.name, color: 6, points: pointsOf(other) },
          { name: own.name, color: 3, points: pointsOf(one) },
        ],
      },
    ]
  })
}

const hasValues = ({ values }: SampledSeries) => values.some((value) => value !== null)

const middle = ({ values }: SampledSeries): string =>
  formatChartValue(median(values.filter((value) => value !== null)) ?? 0, 'value')

const pointsOf = ({ values, startSeconds, intervalSeconds }: SampledSeries): readonly ChartPoint[] =>
  thinPoints(
    values.map((y, at) => ({ x: startSeconds + at * intervalSeconds, y })),
    MAX_LINE_POINTS,
  )
