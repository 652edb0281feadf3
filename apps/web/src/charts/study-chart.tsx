'use client'

import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { ChartBody } from './chart-body.tsx'
import { chartHeight } from './chart-height.ts'
import { ChartNumbers } from './chart-numbers.tsx'
import style from './study-chart.module.css'

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
