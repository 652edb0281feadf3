import { type AxisStart, drawnWith, possibleStart, usualStart } from '@assay/charts/scales/value-axis'
import { withoutOutliers } from '@assay/charts/view/outliers'
import { relativeChart } from '@assay/charts/view/relative-chart'
import { hideSeries, selectRange, type XRange } from '@assay/charts/view/select-range'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { ChartView } from './use-chart-view.ts'

export type ShownChart = {
  /** The chart as it is drawn: its part, its series and its axis are the chosen ones. */
  model: ChartModel
  /** All x values and series, for the slider and the legend. */
  whole: ChartModel
  start: AxisStart
  /** The start that the chart has until a person chooses one. */
  usual: AxisStart
  /** Number of outliers, hidden or not. */
  outliers: number
}

type Choice = { view: ChartView; hidden: ReadonlySet<number>; range: XRange | null }

/** Applies what a person chose to the model of a chart. */
export function shownChart(model: ChartModel, { view, hidden, range }: Choice): ShownChart {
  const based = (view.isRelative ? relativeChart(model) : null) ?? model
  const without = withoutOutliers(based)
  const whole = view.hidesOutliers ? without.model : based
  const part = range === null ? whole : selectRange(whole, range)
  const visible = hideSeries(part, hidden)
  const start = possibleStart(visible, view.start)
  return { model: drawnWith(visible, start), whole, start, usual: usualStart(visible), outliers: without.hidden }
}
