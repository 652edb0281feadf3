'use client'

import type { ChartModel } from '@assay/domain/chart/chart-model'
import { withoutOutliers } from '@assay/domain/chart/outliers'
import dynamic from 'next/dynamic'
import { useRef } from 'react'
import { chartHeight } from './chart-height.ts'
import { ChartNumbers } from './chart-numbers.tsx'
import { ChartTools } from './chart-tools.tsx'
import { dashOf, seriesColor } from './prepare-drawing.ts'
import style from './study-chart.module.css'
import { useChartView } from './use-chart-view.ts'

/** The chart library is large, so it arrives after the page that holds the chart. */
const ChartDrawing = dynamic(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing), { ssr: false })

type Props = {
  model: ChartModel
  /** Of the drawing, pixels; what its names need when absent. */
  height?: number
}

/** A chart with its title, summary, legend, ways to show it, table and exports. */
export function StudyChart({ model, height = chartHeight(model) }: Props) {
  const figure = useRef<HTMLElement>(null)
  const view = useChartView()
  const without = withoutOutliers(model)
  const shown = view.hidesOutliers ? without.model : model
  return (
    <figure ref={figure} id={`chart-${model.id}`} className={style.figure} aria-label={model.title}>
      <figcaption>
        <h3>{model.title}</h3>
        <p className={style.summary}>
          {model.summary} {model.left}
          {view.hidesOutliers && without.hidden > 0 && ` ${without.hidden} outliers are hidden.`}
        </p>
      </figcaption>
      <p className={style.axis}>
        {axisName(model)} <span>{view.start === 'cropped' ? 'Axis does not start at zero.' : ''}</span>
      </p>
      <div style={{ height }} data-drawing="">
        <ChartDrawing model={shown} start={view.start} height={height} />
      </div>
      {model.series.length > 1 && (
        <ul className={style.legend} aria-label="Series">
          {model.series.map((series, index) => (
            <li key={series.name}>
              <span
                className={dashOf(series, index) === undefined ? style.swatch : style.dashed}
                style={{ color: seriesColor(series) }}
                aria-hidden="true"
              />
              {series.name}
            </li>
          ))}
        </ul>
      )}
      <ChartTools model={model} figure={figure} view={view} outliers={without.hidden} />
      <ChartNumbers model={model} />
    </figure>
  )
}

function axisName({ y }: ChartModel): string {
  const unit = y.format === 'value' && y.unit !== '' ? ` in ${y.unit}` : ''
  return `${y.label}${unit}${y.better === 'lower' ? ', lower is better' : ''}.`
}
