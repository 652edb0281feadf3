import type { CellMark } from '@assay/domain/compare/verdict-marks'
import style from './table-cells.module.css'

/** Sign of a result that more repeats would decide. */
const INCONCLUSIVE = '○'

/** The sign of a significant or an inconclusive result. A result without a change has no sign, only its word. */
export function VerdictMark({ mark }: { mark: CellMark | null }) {
  if (mark === null) return null
  const sign = mark.word === 'inconclusive' ? INCONCLUSIVE : mark.sign
  return (
    <span className={style.mark} role="img" aria-label={mark.word}>
      {sign !== '' && <span className={style.sign}>{sign}</span>}
    </span>
  )
}
