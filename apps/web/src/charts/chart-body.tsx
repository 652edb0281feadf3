'use client'

import { dashOf } from '@assay/domain/publish/chart/chart-marks'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { withoutOutliers } from '@assay/domain/publish/chart/outliers'
import { usualStart } from '@assay/domain/publish/chart/value-axis'
import dynamic from 'next/dynamic'
import { useRef } from 'react'
import { ChartTools } from './chart-tools.tsx'
import { seriesColor } from './prepare-drawing.ts'
import style from './study-chart.module.css'
import { useChartView } from './use-chart-view.ts'

/** The chart library is large, so it is loaded after the page that contains the chart. */
const ChartDrawing = dynamic(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing), { ssr: false })

type Props = {
  model: ChartModel
  /** Height of the drawing in pixels. */
  height: number
}

/** The drawing with its axis, legend and tools, for figures with their own title. */
export function ChartBody({ model, height }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const view = useChartView()
  const start = view.start ?? usualStart(model)
  const without = withoutOutliers(model)
  const shown = view.hidesOutliers ? without.model : model
  return (
    <div ref={body} className={style.body}>
      <p className={style.axis}>
        {axisName(model)}
        {start === 'cropped' && ' Axis does not start at zero.'}
        {view.hidesOutliers && without.hidden > 0 && ` ${without.hidden} outliers are hidden.`}
      </p>
      <div style={{ height }} data-drawing="">
        <ChartDrawing model={shown} start={start} height={height} />
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
      <ChartTools model={model} body={body} view={view} outliers={without.hidden} />
    </div>
  )
}

function axisName({ y }: ChartModel): string {
  const unit = y.format === 'value' && y.unit !== '' ? ` in ${y.unit}` : ''
  return `${y.label}${unit}${y.better === 'lower' ? ', lower is better' : ''}.`
}
