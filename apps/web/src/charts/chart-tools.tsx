'use client'

import { suitsLog } from '@assay/charts/scales/value-axis'
import { relativeChart } from '@assay/charts/view/relative-chart'
import { plural } from '@assay/domain/plural'
import { chartCsv } from '@assay/domain/publish/chart/chart-csv'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { type RefObject, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { downloadBlob } from '../ui/download-blob.ts'
import type { ShownChart } from './shown-chart.ts'
import style from './study-chart.module.css'
import type { useChartView } from './use-chart-view.ts'

type View = ReturnType<typeof useChartView>
type Props = {
  /** The whole chart. */
  model: ChartModel
  shown: ShownChart
  body: RefObject<HTMLElement | null>
  view: View
  /** Null where the x values are too few to select a part of them. */
  selecting: { isOpen: boolean; open: (isOpen: boolean) => void } | null
}

/** Buttons of a chart: its axis, its part, outliers, and export of the picture and of its numbers. */
export function ChartTools({ model, shown, body, view, selecting }: Props) {
  const { outliers } = shown
  return (
    <div className={`${style.tools} needs-script no-print`}>
      {model.draw !== 'rows' && <AxisButtons model={model} shown={shown} view={view} />}
      {selecting !== null && (
        <Button
          variant="quiet"
          aria-expanded={selecting.isOpen}
          title="You can also drag across the chart"
          onClick={() => selecting.open(!selecting.isOpen)}
        >
          Select range
        </Button>
      )}
      {outliers > 0 && (
        <Button
          variant="quiet"
          aria-pressed={view.hidesOutliers}
          onClick={() => view.show({ hidesOutliers: !view.hidesOutliers })}
        >
          {view.hidesOutliers ? 'Show outliers' : `Hide ${plural(outliers, 'outlier')}`}
        </Button>
      )}
      <Files model={shown.model} body={body} />
    </div>
  )
}

function AxisButtons({ model, shown, view }: Pick<Props, 'model' | 'shown' | 'view'>) {
  const { start, usual } = shown
  const toggle = (chosen: typeof start) => view.show({ start: chosen === usual ? null : chosen })
  return (
    <>
      <Button
        variant="quiet"
        aria-pressed={start !== usual && start !== 'log'}
        onClick={() => toggle(start === 'zero' ? 'cropped' : 'zero')}
      >
        {start === 'zero' ? 'Zoom y axis' : 'Start y axis at zero'}
      </Button>
      {(start === 'log' || suitsLog(shown.model)) && (
        <Button
          variant="quiet"
          aria-pressed={start === 'log'}
          onClick={() => toggle(start !== 'log' ? 'log' : usual === 'log' ? 'zero' : usual)}
        >
          Log axis
        </Button>
      )}
      {relativeChart(model) !== null && (
        <Button
          variant="quiet"
          aria-pressed={view.isRelative}
          title="Each line divided by its first value"
          onClick={() => view.show({ isRelative: !view.isRelative })}
        >
          Relative
        </Button>
      )}
    </>
  )
}

/** The chart as it is drawn, as a picture or as its numbers. */
function Files({ model, body }: Pick<Props, 'model' | 'body'>) {
  const [failed, setFailed] = useState(false)
  const save = async (format: 'svg' | 'png') => {
    const { saveChart } = await import('./save-chart.ts')
    setFailed(body.current === null || !(await saveChart({ body: body.current, model, format })))
  }
  return (
    <>
      <span className={style.files}>
        <Button variant="quiet" onClick={() => void save('svg')} aria-label={`Save ${model.title} as SVG`}>
          SVG
        </Button>
        <Button variant="quiet" onClick={() => void save('png')} aria-label={`Save ${model.title} as PNG`}>
          PNG
        </Button>
        <Button
          variant="quiet"
          onClick={() => downloadBlob(new Blob([chartCsv(model)], { type: 'text/csv' }), `${model.id}.csv`)}
          aria-label={`Save the numbers of ${model.title} as CSV`}
        >
          CSV
        </Button>
      </span>
      <span role="status">{failed ? 'The browser could not create the picture; try the other format.' : ''}</span>
    </>
  )
}
