import { BOX_HALF_WIDTH, boxPlots } from '@assay/charts/scales/box-plots'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { Fragment } from 'react'
import { ReferenceArea, ReferenceLine } from 'recharts'

/** Colored areas behind the points, such as the range of a level. */
export function Areas({ areas }: { areas: NonNullable<ChartModel['areas']> }) {
  return areas.map(({ from, to, low, high, color }) => (
    <ReferenceArea
      key={`${from} ${low} ${color}`}
      x1={from}
      x2={to}
      y1={low}
      y2={high}
      fill={`var(--series-${color})`}
      fillOpacity={0.12}
    />
  ))
}

/** Range, quartiles and median behind the points of a strip. */
export function QuartileBoxes({ model }: { model: ChartModel }) {
  return boxPlots(model).map(({ x: at, low, high, median, quartiles }) => (
    <Fragment key={at}>
      {quartiles !== null && (
        <ReferenceArea
          x1={at - BOX_HALF_WIDTH}
          x2={at + BOX_HALF_WIDTH}
          y1={quartiles.low}
          y2={quartiles.high}
          fill="var(--series-1)"
          fillOpacity={0.12}
        />
      )}
      <ReferenceLine
        segment={[
          { x: at, y: low },
          { x: at, y: high },
        ]}
        stroke="var(--ink-faint)"
      />
      <ReferenceLine
        segment={[
          { x: at - BOX_HALF_WIDTH, y: median },
          { x: at + BOX_HALF_WIDTH, y: median },
        ]}
        stroke="var(--ink)"
        strokeWidth={2}
      />
    </Fragment>
  ))
}
