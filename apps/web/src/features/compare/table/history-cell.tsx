import type { GridRow } from '@assay/domain/compare/grid'
import { rowHistory } from '@assay/domain/compare/render/heat-context'
import style from './history-cell.module.css'

const WIDTH = 52
const HEIGHT = 18
const PADDING = 2

/** The ratios of a row over the columns, on the scale that all rows share; the numbers are in the cells. */
export function HistoryCell({ row, reach }: { row: GridRow; reach: number }) {
  const points = rowHistory(row, reach).map(({ x, y }) => ({
    x: PADDING + x * (WIDTH - 2 * PADDING),
    y: HEIGHT / 2 - y * (HEIGHT / 2 - PADDING),
  }))
  const last = points.at(-1)
  return (
    <svg className={style.history} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last !== undefined && <circle cx={last.x} cy={last.y} r="1.8" />}
    </svg>
  )
}
