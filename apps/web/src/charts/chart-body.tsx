'use client'

import type { AxisStart } from '@assay/charts/scales/value-axis'
import { type XRange, xValues } from '@assay/charts/view/select-range'
import { xAxisTitle, yAxisTitle } from '@assay/domain/publish/chart/axis-title'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import dynamic from 'next/dynamic'
import { useMemo, useRef, useState } from 'react'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTools } from './chart-tools.tsx'
import { RangeSlider } from './range-slider.tsx'
import { shownChart } from './shown-chart.ts'
import style from './study-chart.module.css'
import { useChartView } from './use-chart-view.ts'

/** The chart library is large, so it is loaded after the page that contains the chart. */
const ChartDrawing = dynamic(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing), { ssr: false })

/** Number of x values from which a part of them can be selected. */
const MIN_SELECTABLE = 6

type Props = {
  model: ChartModel
  /** Height of the drawing in pixels. */
  height: number
}

/** The drawing with its axis, legend and tools, for figures with their own title. */
export function ChartBody({ model, height }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const view = useChartView()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [chosen, setChosen] = useState<XRange | null>(null)
  const [isSelecting, setSelecting] = useState(false)
  const xs = useMemo(() => xValues(model), [model])
  const isSelectable = model.draw !== 'rows' && xs.length >= MIN_SELECTABLE
  // The model of the page can lose x values while it is open, such as after another filter.
  const range = chosen !== null && isSelectable && xs.includes(chosen.from) && xs.includes(chosen.to) ? chosen : null
  const shown = shownChart(model, { view, hidden, range })
  const offset = model.x.kind === 'ordered' ? (range?.from ?? 0) : 0
  return (
    <div ref={body} className={style.body}>
      <p className={style.axis}>
        {axisName(shown.model)}
        {shown.model.draw === 'rows' && shown.start === 'cropped'
          ? ' Bars start at the base.'
          : AXIS_WORDS[shown.start]}
        {view.hidesOutliers && shown.outliers > 0 && ` ${shown.outliers} outliers are hidden.`}
      </p>
      <div style={{ height }} data-drawing="">
        <ChartDrawing
          model={shown.model}
          start={shown.start}
          height={height}
          {...(isSelectable
            ? { select: ({ from, to }: XRange) => setChosen({ from: from + offset, to: to + offset }) }
            : {})}
        />
      </div>
      {model.draw !== 'rows' && xAxisTitle(model.x) !== '' && <p className={style.xAxis}>{xAxisTitle(model.x)}</p>}
      {(isSelecting || range !== null) && <RangeSlider model={shown.whole} range={range} select={setChosen} />}
      <ChartLegend series={model.series} hidden={hidden} hide={setHidden} />
      <ChartTools
        model={model}
        shown={shown}
        body={body}
        view={view}
        selecting={isSelectable ? { isOpen: isSelecting, open: setSelecting } : null}
      />
    </div>
  )
}

const AXIS_WORDS: Readonly<Record<AxisStart, string>> = {
  zero: '',
  cropped: ' Axis does not start at zero.',
  log: ' Logarithmic axis.',
}

const axisName = ({ y }: ChartModel): string => `${yAxisTitle(y)}${y.better === 'lower' ? ', lower is better' : ''}.`
