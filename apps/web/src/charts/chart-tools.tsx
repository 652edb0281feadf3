'use client'

import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { usualStart } from '@assay/domain/publish/chart/value-axis'
import { type RefObject, useState } from 'react'
import { Button } from '../ui/button.tsx'
import style from './study-chart.module.css'
import type { useChartView } from './use-chart-view.ts'

type Props = {
  model: ChartModel
  body: RefObject<HTMLElement | null>
  view: ReturnType<typeof useChartView>
  /** Number of outliers, hidden or not. */
  outliers: number
}

/** Buttons of a chart: axis range, outliers, and export as a picture. */
export function ChartTools({ model, body, view, outliers }: Props) {
  const [failed, setFailed] = useState(false)
  const save = async (format: 'svg' | 'png') => {
    const { saveChart } = await import('./save-chart.ts')
    setFailed(body.current === null || !(await saveChart({ body: body.current, model, format })))
  }
  const usual = usualStart(model)
  const start = view.start ?? usual
  const other = start === 'zero' ? 'cropped' : 'zero'
  return (
    <div className={`${style.tools} needs-script no-print`}>
      <Button
        variant="quiet"
        aria-pressed={start !== usual}
        onClick={() => view.show({ start: start === usual ? other : null })}
      >
        {other === 'zero' ? 'Start y axis at zero' : 'Zoom y axis'}
      </Button>
      {outliers > 0 && (
        <Button
          variant="quiet"
          aria-pressed={view.hidesOutliers}
          onClick={() => view.show({ hidesOutliers: !view.hidesOutliers })}
        >
          {view.hidesOutliers ? 'Show outliers' : `Hide ${outliers} ${outliers === 1 ? 'outlier' : 'outliers'}`}
        </Button>
      )}
      <span className={style.files}>
        <Button variant="quiet" onClick={() => void save('svg')} aria-label={`Save ${model.title} as SVG`}>
          SVG
        </Button>
        <Button variant="quiet" onClick={() => void save('png')} aria-label={`Save ${model.title} as PNG`}>
          PNG
        </Button>
      </span>
      <span role="status">{failed ? 'The browser could not create the picture; try the other format.' : ''}</span>
    </div>
  )
}
