import { BAND_SIGN, BAND_WORD, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid } from '@assay/domain/compare/grid'
import type { View } from '@assay/domain/compare/shown-table'
import { runPath } from '../../../paths.ts'
import { bandStrength } from './band-strength.ts'
import style from './compare-table.module.css'

/** What the cells of one table have in common. */
export type Drawing = {
  show: Grid['show']
  format: (cell: Cell, view: View) => string
  marksOf: (cell: Cell) => readonly number[]
  project: string
}

/** One cell: its number is a link to the newest run behind it, a sign and a word say worse or better before colour does. */
export function TableCell({ cell, drawing }: { cell: Cell; drawing: Drawing }) {
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    return (
      <td className={style.missing}>
        {MISSING}
        <span className="visually-hidden"> missing</span>
      </td>
    )
  }
  const marks = drawing.marksOf(cell)
  return (
    <td className={bandClass(cell)}>
      <a href={runPath(drawing.project, newest)}>
        <Numbers cell={cell} drawing={drawing} />
        {(cell.band === 'worse' || cell.band === 'better') && (
          <span className={style.sign} role="img" aria-label={BAND_WORD[cell.band]}>
            {BAND_SIGN[cell.band]}
          </span>
        )}
        {marks.length > 0 && <sup>{marks.join(' ')}</sup>}
      </a>
    </td>
  )
}

function Numbers({ cell, drawing: { show, format } }: { cell: Cell; drawing: Drawing }) {
  if (show !== 'both') return format(cell, show)
  return (
    <>
      <span className={style.absolute}>{format(cell, 'absolute')}</span> {format(cell, 'relative')}
    </>
  )
}

function bandClass({ band, ratio, isBase }: Cell): string | undefined {
  if (isBase) return style.baseCell
  const strength = bandStrength(band, ratio)
  return strength === 0 ? undefined : style[`${band}${strength}`]
}
