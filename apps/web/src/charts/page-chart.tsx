import type { ChartShapes, DrawnSize } from '@assay/charts/shapes/chart-shapes'
import { NARROW_WIDTH } from '@assay/charts/shapes/shape-words'
import { ChartSvg } from './chart-svg.tsx'
import style from './page-chart.module.css'

/**
 * A chart that needs no script: in theme colors, drawn wide and narrow, so that text has the same size on phones. The
 * style sheet shows the one that fits.
 */
export function PageChart({ shapesAt }: { shapesAt: (size: DrawnSize) => ChartShapes }) {
  return (
    <div className={style.both}>
      <div className={style.wide}>
        <ChartSvg shapes={shapesAt({})} />
      </div>
      <div className={style.narrow}>
        <ChartSvg shapes={shapesAt({ width: NARROW_WIDTH })} />
      </div>
    </div>
  )
}
