import { DEEPER_FROM } from '@assay/domain/compare/band-strength'
import type { Comparison } from '@assay/domain/compare/comparison'
import { BAND_WORD } from '@assay/domain/compare/format-cell'
import type { Grid } from '@assay/domain/compare/grid'
import { changeIn } from '@assay/domain/compare/verdict/verdict-codes'
import { TARGET_MET } from '@assay/domain/run/validity/missed-target'
import type { ReactNode } from 'react'
import style from './legend.module.css'

type Props = { comparison: Comparison; grid: Grid }

/** The legend of colors and signs, with the thresholds in force. */
export function Legend({ comparison: { bands, base }, grid }: Props) {
  if (base.kind === 'target') {
    return (
      <List>
        <li>
          <span className={style.worse1}>▼ worse</span> below {TARGET_MET * 100}% of the target
        </li>
      </List>
    )
  }
  if (bands.kind === 'quartile') {
    return (
      <List>
        <li>
          <span className={style.worse2}>▼ worse</span> lowest quarter of the column’s range, none when the smallest is
          at least 80% of the largest
        </li>
        <li>
          <span className={style.better2}>▲ better</span> highest quarter
        </li>
      </List>
    )
  }
  if (grid.show === 'absolute' && base.kind === 'none') return null
  const { second, third } = DEEPER_FROM
  const isJudged = grid.verdicts !== null
  const words = isJudged ? { worse: changeIn('worse'), better: changeIn('better') } : BAND_WORD
  return (
    <List>
      <li>
        <span className={style.worse1}>▼ {words.worse}</span> {`ratio ≤ ${bands.worse.toFixed(2)} `}
        <span className={style.worse2}>{`≤ ${(1 / second).toFixed(2)}`}</span>{' '}
        <span className={style.worse3}>{`≤ ${(1 / third).toFixed(2)}`}</span>
      </li>
      <li>
        <span className={style.better1}>▲ {words.better}</span> {`ratio ≥ ${bands.better.toFixed(2)} `}
        <span className={style.better2}>{`≥ ${second.toFixed(2)}`}</span>{' '}
        <span className={style.better3}>{`≥ ${third.toFixed(2)}`}</span>
      </li>
      <li className={style.faint}>reversed for lower-is-better metrics</li>
      {isJudged && (
        <>
          <li>
            <b>○</b> inconclusive
          </li>
          <li className={style.faint}>no sign: no change</li>
        </>
      )}
    </List>
  )
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className={style.legend} aria-label="Legend">
    {children}
  </ul>
)
