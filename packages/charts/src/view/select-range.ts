import type { ChartModel } from '@assay/domain/publish/chart/chart-model'

/** Two x values of a chart, both inclusive. */
export type XRange = { from: number; to: number }

/** The x values of a chart in ascending order; those of named values are their indexes. */
export function xValues({ x, series }: Pick<ChartModel, 'x' | 'series'>): number[] {
  if (x.kind === 'ordered') return x.places.map((_, index) => index)
  return [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b)
}

/** The part of a chart between two x values. Named values are counted from the first of them. */
export function selectRange(model: ChartModel, { from, to }: XRange): ChartModel {
  const { x, series, marks, areas } = model
  const shift = x.kind === 'ordered' ? from : 0
  const contains = (at: number) => at >= from && at <= to
  return {
    ...model,
    x: x.kind === 'ordered' ? { ...x, places: x.places.slice(from, to + 1) } : x,
    series: series.map((one) => ({
      ...one,
      points: one.points.filter((point) => contains(point.x)).map((point) => ({ ...point, x: point.x - shift })),
    })),
    ...(marks === undefined
      ? {}
      : {
          marks: marks
            .filter(({ axis, at }) => axis === 'y' || contains(at))
            .map((mark) => (mark.axis === 'y' ? mark : { ...mark, at: mark.at - shift })),
        }),
    ...(areas === undefined
      ? {}
      : {
          areas: areas
            .filter((area) => area.to >= from && area.from <= to)
            .map((area) => ({
              ...area,
              from: Math.max(area.from, from) - shift,
              to: Math.min(area.to, to) - shift,
            })),
        }),
  }
}

/** The chart without the points of hidden series, which keep their colors and dashes, and without their bands. */
export function hideSeries(model: ChartModel, hidden: ReadonlySet<number>): ChartModel {
  if (hidden.size === 0) return model
  const series = model.series.map((one, index) => (hidden.has(index) ? { ...one, points: [] } : one))
  const colors = new Set(series.flatMap(({ color, points }) => (points.length === 0 ? [] : [color])))
  const areas = model.areas?.filter(({ color }) => colors.has(color))
  return { ...model, series, ...(areas === undefined ? {} : { areas }) }
}
