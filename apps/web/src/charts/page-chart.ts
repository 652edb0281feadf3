import type { ChartShapes, DrawnSize } from '@assay/domain/publish/chart/chart-shapes'
import { pageSvg } from '@assay/domain/publish/chart/page-svg'
import style from './page-chart.module.css'

/** A chart that the server draws: readable at every width and in dark mode, without a script. */
export const pageChart = (shapesAt: (size: DrawnSize) => ChartShapes): string =>
  // The style sheet defines these classes.
  pageSvg(shapesAt, { both: style.both ?? '', wide: style.wide ?? '', narrow: style.narrow ?? '' })
