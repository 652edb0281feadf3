import type { RatioScale } from '@assay/domain/compare/pairs/ratio-scale'
import type { ComponentProps } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import { PlotAxis, RatioPlotCell } from '../compare/pair/ratio-plot-cell.tsx'
import style from './finding.module.css'

type Mark = ComponentProps<typeof RatioPlotCell>['marks'][number]

/** A column of dots with their intervals; the numbers are in the next column. */
export const ratioPlotColumn = <Row,>(
  scale: Pick<RatioScale, 'ticks' | 'band'>,
  markOf: (row: Row) => Mark,
): Column<Row> => ({
  key: 'plot',
  header: 'Plot of the ratios',
  head: (
    <div className={style.plot}>
      <span className="visually-hidden">Plot of the ratios</span>
      <PlotAxis scale={scale} />
    </div>
  ),
  cell: (row) => (
    <div className={style.plot}>
      <RatioPlotCell marks={[markOf(row)]} scale={scale} />
    </div>
  ),
})
