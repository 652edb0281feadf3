import type { ChartModel, ChartPoint, ChartSeries } from '@assay/domain/publish/chart/chart-model'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'

/**
 * Lines of values as ratios to the first value of each, which makes series of different size comparable; null for
 * charts of other kinds, of one series, and where a first value is not positive. Bands and levels have the unit of the
 * values, so that they are left out.
 */
export function relativeChart(model: ChartModel): ChartModel | null {
  const { draw, y, series, marks } = model
  if (draw !== 'line' || y.format !== 'value' || series.length < 2) return null
  const bases = series.map(({ points }) => points.find((point) => point.y !== null)?.y ?? null)
  if (bases.some((base) => base !== null && base <= 0)) return null
  const { areas: _areas, ...others } = model
  return {
    ...others,
    y: { label: 'relative to the first value', unit: '', better: y.better, format: 'ratio' },
    series: series.map((one, index) => divided(one, bases[index] ?? null, y)),
    ...(marks === undefined ? {} : { marks: marks.filter(({ axis }) => axis === 'x') }),
  }
}

function divided(series: ChartSeries, base: number | null, { format, unit }: ChartModel['y']): ChartSeries {
  if (base === null) return series
  return {
    ...series,
    points: series.points.map(({ y, low, high, detail, ...point }): ChartPoint => {
      if (y === null) return { ...point, y }
      const value = `${formatChartValue(y, format)}${unit === '' ? '' : ` ${unit}`}`
      return {
        ...point,
        y: y / base,
        ...(low === undefined ? {} : { low: low / base }),
        ...(high === undefined ? {} : { high: high / base }),
        detail: detail === undefined ? value : `${value}, ${detail}`,
      }
    }),
  }
}
