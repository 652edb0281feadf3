import { isExcluded } from '../band.ts'
import { bandStrength } from '../band-strength.ts'
import { changeBand } from '../change-band.ts'
import type { Cell } from '../grid.ts'

/** The tint of a cell that has a value; `worse2` is a regression in the second of three tints. */
type CellTint = 'plain' | 'base' | 'excluded' | `${'worse' | 'better'}${1 | 2 | 3}`

/** Returns the tint of a cell in every table of a page. A result that is excluded from verdicts has no tint. */
export function cellTint(cell: Pick<Cell, 'band' | 'verdict' | 'ratio' | 'isBase' | 'footnotes'>): CellTint {
  const band = changeBand(cell)
  if (cell.isBase) return 'base'
  if (band === 'none' && isExcluded(cell.footnotes)) return 'excluded'
  const strength = bandStrength(band, cell.ratio)
  return strength === 0 || (band !== 'worse' && band !== 'better') ? 'plain' : `${band}${strength}`
}
