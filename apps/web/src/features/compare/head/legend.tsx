import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { DEEPER_FROM } from '../table/band-strength.ts'
import style from './legend.module.css'

/** What the colours and signs mean, with the limits that are in force. */
export function Legend({ comparison, grid }: { comparison: Comparison; grid: Grid }) {
  const { bands } = comparison
  if (bands.kind === 'quartile') {
    return (
      <ul className={style.legend} aria-label="Legend">
        <li>
          <span className={style.worse2}>▼ worse</span> lowest quarter of the column’s range, none when the smallest is
          at least 80% of the largest
        </li>
        <li>
          <span className={style.better2}>▲ better</span> highest quarter
        </li>
      </ul>
    )
  }
  if (grid.show === 'absolute' && comparison.base.kind === 'none') return null
  const { second, third } = DEEPER_FROM
  return (
    <ul className={style.legend} aria-label="Legend">
      <li>
        <span className={style.worse1}>▼ worse</span> ratio ≤ {bands.worse.toFixed(2)}
        <Steps name="worse" from={[(1 / second).toFixed(2), (1 / third).toFixed(2)]} sign="≤" />
      </li>
      <li>
        <span className={style.better1}>▲ better</span> ratio ≥ {bands.better.toFixed(2)}
        <Steps name="better" from={[second.toFixed(2), third.toFixed(2)]} sign="≥" />
      </li>
      <li className={style.faint}>the other way round where lower is better</li>
    </ul>
  )
}

function Steps({ name, from, sign }: { name: 'worse' | 'better'; from: readonly [string, string]; sign: string }) {
  return (
    <>
      <span className={style[`${name}2`]}>
        {sign} {from[0]}
      </span>
      <span className={style[`${name}3`]}>
        {sign} {from[1]}
      </span>
    </>
  )
}
