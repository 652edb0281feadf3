import { MISSING } from '@assay/domain/compare/format-cell'
import type { Cell } from '@assay/domain/compare/grid'
import type { cellMarker } from '@assay/domain/compare/verdict-marks'
import { runPath, seriesPath } from '../../../paths.ts'
import { cellClass } from '../../compare/table/cell-class.ts'
import cellStyle from '../../compare/table/table-cells.module.css'
import { VerdictMark } from '../../compare/table/verdict-mark.tsx'
import own from './cell-value.module.css'

type Props = {
  project: string
  cell: Cell
  show: 'absolute' | 'relative' | 'both'
  format: (cell: Cell, view: 'absolute' | 'relative') => string
  markOf: ReturnType<typeof cellMarker>
  /** The query of the series that contains the cell; null when it is ambiguous. */
  series: string | null
  /** Id for links to the cell. */
  id?: string
}

/** A cell of a grid on a study page, with the colors, signs, marks and digits of the compare page. */
export function GridCell({ project, cell, show, format, markOf, series, id }: Props) {
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    return (
      <td className={cellStyle.missing}>
        {MISSING}
        <span className="visually-hidden"> missing</span>
      </td>
    )
  }
  const mark = show === 'absolute' ? null : markOf(cell)
  const look = [own.cell, cellClass(cell)].filter(Boolean).join(' ')
  return (
    <td id={id} className={look} title={cell.footnotes.map(({ text }) => text).join(' ') || undefined}>
      <a href={runPath(project, newest)}>
        {show !== 'relative' && (
          <span className={show === 'both' ? cellStyle.absolute : undefined}>{format(cell, 'absolute')}</span>
        )}
        {show === 'both' && ' '}
        {show !== 'absolute' && format(cell, 'relative')}
        <VerdictMark mark={mark} />
      </a>
      {series !== null && <SeriesLink href={seriesPath(project, series)} metric={cell.metric} />}
    </td>
  )
}

/** Drawn as an image, so that a copied table contains only its values. */
function SeriesLink({ href, metric }: { href: string; metric: string }) {
  return (
    <a href={href} className={own.series} title={`${metric} over versions`}>
      <svg width="14" height="8" viewBox="0 0 14 8" role="img" aria-label={`series of ${metric}`}>
        <path d="M1 6 L5 2 L8 5 L13 1" />
      </svg>
    </a>
  )
}
