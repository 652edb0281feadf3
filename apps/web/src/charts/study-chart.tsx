'use client'

import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { ChartBody } from './chart-body.tsx'
import { ChartNumbers } from './chart-numbers.tsx'
import style from './study-chart.module.css'

const HEIGHT = 280
/** Height of a horizontal bar with its gap, and of the axis and margins of the chart, in pixels. */
const ROW_HEIGHT = 24
const AROUND_ROWS = 58

type Props = {
  model: ChartModel
  /** Height of the drawing in pixels; by default its names determine it. */
  height?: number
}

/** A chart with its title, summary, legend, display options, table and exports. */
export function StudyChart({ model, height = chartHeight(model) }: Props) {
  return (
    <figure id={`chart-${model.id}`} className={style.figure} aria-label={model.title}>
      <figcaption>
        <h3>{model.title}</h3>
        <p className={style.summary}>
          {model.summary} {model.left}
        </p>
      </figcaption>
      <ChartBody model={model} height={height} />
      <ChartNumbers model={model} />
    </figure>
  )
}

/** Returns the height in pixels at which all names of a chart are readable. */
function chartHeight({ draw, x, series }: ChartModel): number {
  if (draw !== 'rows' || x.kind !== 'ordered') return HEIGHT
  return AROUND_ROWS + x.places.length * (ROW_HEIGHT + 12 * Math.max(0, series.length - 1))
}
