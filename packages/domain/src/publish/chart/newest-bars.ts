import type { ChartModel } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'

/** Bars of more candidates cannot be told apart. */
const MAX_BAR_SERIES = 3

/** A chart of rows with the bars of its newest candidate only, when it has those of too many. */
export function newestBars(model: ChartModel): ChartModel {
  const newest = model.series.at(-1)
  if (model.draw !== 'rows' || model.series.length <= MAX_BAR_SERIES || newest === undefined) return model
  const known = newest.points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }])).toSorted((a, b) => a.y - b.y)
  const [lowest, highest] = [known[0], known.at(-1)]
  if (lowest === undefined || highest === undefined) return model
  const words = ({ x, y }: { x: number; y: number }) => {
    const name = model.x.kind === 'ordered' ? model.x.places[x]?.name : undefined
    return `${formatChartValue(y, model.y.format)} (${name ?? x})`
  }
  return {
    ...model,
    title: `${newest.name}: ${model.title}`,
    summary: `From ${words(lowest)} to ${words(highest)}.`,
    series: [{ ...newest, color: 1 }],
  }
}
