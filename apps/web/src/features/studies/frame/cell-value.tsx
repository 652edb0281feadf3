import { takesNoPart } from '@assay/domain/compare/band'
import { BAND_SIGN, BAND_WORD, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell } from '@assay/domain/compare/grid'
import { runPath } from '../../../paths.ts'
import { bandStrength } from '../../compare/table/band-strength.ts'
import style from '../../compare/table/compare-table.module.css'

type Props = {
  project: string
  cell: Cell
  show: 'absolute' | 'relative' | 'both'
  format: (cell: Cell, view: 'absolute' | 'relative') => string
  /** For links to the cell. */
  id?: string
}

/** A cell of a grid on a page of its own kind: the colours, signs and digits of the compare page. */
export function GridCell({ project, cell, show, format, id }: Props) {
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    return (
      <td className={style.missing}>
        {MISSING}
        <span className="visually-hidden"> missing</span>
      </td>
    )
  }
  const isJudged = cell.band === 'worse' || cell.band === 'better'
  return (
    <td id={id} className={classOf(cell)} title={cell.footnotes.map(({ text }) => text).join(' ') || undefined}>
      <a href={runPath(project, newest)}>
        {show !== 'relative' && (
          <span className={show === 'both' ? style.absolute : undefined}>{format(cell, 'absolute')}</span>
        )}
        {show === 'both' && ' '}
        {show !== 'absolute' && format(cell, 'relative')}
        {show !== 'absolute' && isJudged && (
          <span className={style.sign} role="img" aria-label={BAND_WORD[cell.band]}>
            {BAND_SIGN[cell.band]}
          </span>
        )}
      </a>
    </td>
  )
}

function classOf({ band, ratio, isBase, footnotes }: Cell): string | undefined {
  if (isBase) return style.baseCell
  if (band === 'none' && takesNoPart(footnotes)) return style.noPart
  const strength = bandStrength(band, ratio)
  return strength === 0 ? undefined : style[`${band}${strength}`]
}
