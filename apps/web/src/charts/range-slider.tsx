import { type XRange, xValues } from '@assay/charts/view/select-range'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { xValueName } from '@assay/domain/publish/chart/chart-table'
import { thinPoints } from '@assay/domain/publish/chart/thin-points'
import { Button } from '../ui/button.tsx'
import { RangeStrip } from '../ui/range-strip.tsx'
import style from './range-slider.module.css'

/** Maximum points of a line behind the slider. */
const MAX_POINTS = 200

type Props = {
  model: ChartModel
  /** Null for all x values. */
  range: XRange | null
  select: (range: XRange | null) => void
}

/** The x values of a chart as a strip with its lines, and two handles for the part that is drawn. */
export function RangeSlider({ model, range, select }: Props) {
  const xs = xValues(model)
  const last = xs.length - 1
  const from = range === null ? 0 : Math.max(0, xs.indexOf(range.from))
  const to = range === null ? last : Math.max(from, xs.indexOf(range.to))
  const name = (index: number) => xValueName(model.x, xs[index] ?? 0)
  const show = (start: number, end: number) =>
    select(start === 0 && end === last ? null : { from: xs[start] ?? 0, to: xs[end] ?? 0 })
  return (
    <div className={style.slider}>
      <div className={style.outline}>
        <RangeStrip
          last={last}
          from={from}
          to={to}
          labels={{ from: `First ${model.x.label}`, to: `Last ${model.x.label}` }}
          name={name}
          show={show}
        >
          <Outline model={model} xs={xs} />
        </RangeStrip>
      </div>
      <p className={style.words}>
        {model.x.label} {name(from)} to {name(to)}
        {range !== null && (
          <Button variant="quiet" onClick={() => select(null)}>
            Show all
          </Button>
        )}
      </p>
    </div>
  )
}

/** The lines of the chart without an axis, each between its lowest and highest value. */
function Outline({ model: { series }, xs }: { model: ChartModel; xs: readonly number[] }) {
  const position = new Map(xs.map((x, index) => [x, index / Math.max(1, xs.length - 1)]))
  const values = series.flatMap(({ points }) => points.flatMap(({ y }) => (y === null ? [] : [y])))
  const low = values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY)
  const up = (y: number) => 27 - ((y - low) / (high - low || 1)) * 24
  return (
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      {series.map(({ name, points }) => (
        <polyline
          key={name}
          points={thinPoints(points, MAX_POINTS)
            .flatMap(({ x, y }) =>
              y === null ? [] : [`${((position.get(x) ?? 0) * 100).toFixed(2)},${up(y).toFixed(1)}`],
            )
            .join(' ')}
        />
      ))}
    </svg>
  )
}
