import { dashOf } from '@assay/charts/scales/chart-marks'
import type { ChartSeries } from '@assay/domain/publish/chart/chart-model'
import { Button } from '../ui/button.tsx'
import { seriesColor } from './prepare-drawing.ts'
import style from './study-chart.module.css'

type Props = {
  series: readonly ChartSeries[]
  hidden: ReadonlySet<number>
  hide: (hidden: ReadonlySet<number>) => void
}

/** The series of a chart. A click hides or shows one; with the shift key it hides all others. */
export function ChartLegend({ series, hidden, hide }: Props) {
  if (series.length < 2) return null
  const change = (index: number, isAlone: boolean) => {
    if (isAlone) return hide(new Set(series.flatMap((_, other) => (other === index ? [] : [other]))))
    const next = new Set(hidden)
    if (!next.delete(index)) next.add(index)
    // A chart without any series would be empty, so that hiding the last one shows all again.
    hide(next.size === series.length ? new Set() : next)
  }
  return (
    <ul className={style.legend} aria-label="Series">
      {series.map((one, index) => (
        <li key={one.name}>
          <Button
            variant="plain"
            className={style.key}
            aria-pressed={!hidden.has(index)}
            title="Click to hide or show, Shift-click to show only this series"
            onClick={(event) => change(index, event.shiftKey)}
          >
            <span
              className={dashOf(one, index) === undefined ? style.swatch : style.dashed}
              style={{ color: seriesColor(one) }}
              aria-hidden="true"
            />
            {one.name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
