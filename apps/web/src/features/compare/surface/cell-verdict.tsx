import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Interval, CellVerdict as Verdict } from '@assay/domain/compare/verdict/verdict'
import { decisionOf } from '@assay/domain/compare/verdict/verdict-codes'
import { COVERAGE_WORDS, NOISE_SOURCE_WORDS, REASON_WORDS } from '@assay/domain/compare/verdict-words'
import { formatPercent } from '@assay/domain/percent'
import { plural } from '@assay/domain/plural'
import style from './cell-popover.module.css'

/** The signs of the tables. */
const SIGNS = { regression: '▼', improvement: '▲', inconclusive: '○', 'no change': '' } as const

type Props = {
  verdict: Verdict
  /** The form that requests the missing repeats; null where nothing can be requested. */
  planHref: string | null
}

/** The verdict of a cell: its interval, the source of its noise estimate, and the repeats that would decide it. */
export function CellVerdict({ verdict, planHref }: Props) {
  const { interval, noise, q, rankP, medians } = verdict
  const decision = decisionOf(verdict)
  return (
    <>
      <p className={style.verdict}>
        <strong>
          {SIGNS[decision]} {decision}
        </strong>
        {verdict.reason !== null && <span className={style.note}> {REASON_WORDS[verdict.reason]}</span>}
      </p>
      {(interval !== null || noise !== null) && (
        <dl className={style.numbers}>
          {interval !== null && (
            <>
              <dt>{COVERAGE_WORDS}</dt>
              <dd>
                {intervalText(interval)}
                {q !== null && <span>q {formatChance(q)} over all cells of the comparison</span>}
              </dd>
            </>
          )}
          {noise !== null && (
            <>
              <dt>noise</dt>
              <dd>
                {noise.source === 'samples' && 'at least '}
                {formatPercent(noise.sd, 2)} of one run
                <span>
                  {NOISE_SOURCE_WORDS[noise.source]}, {Math.round(noise.degreesOfFreedom)} degrees of freedom
                </span>
              </dd>
            </>
          )}
          {decision === 'inconclusive' && <Needed verdict={verdict} planHref={planHref} />}
          {rankP !== null && (
            <>
              <dt>ranks</dt>
              <dd>p {formatChance(rankP)} by Mann-Whitney</dd>
            </>
          )}
          {medians !== null && (
            <>
              <dt>medians</dt>
              <dd>{intervalText(medians)} by bootstrap</dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}

/** More repeats help only while the interval is too wide; at the edge of a band even a narrow one is inconclusive. */
function Needed({ verdict: { repeatsNeeded, repeats }, planHref }: Props) {
  if (repeatsNeeded === null) return null
  return (
    <>
      <dt>for a verdict</dt>
      <dd>
        {neededWords(repeatsNeeded, repeats)}
        {planHref !== null && (
          <span>
            <a href={planHref}>Request them</a>
          </span>
        )}
      </dd>
    </>
  )
}

/** The repeats that each side lacks, such as "3 more repeats, and 1 more of the base". */
export function neededWords(needed: number, { own, base }: Verdict['repeats']): string {
  const [more, moreBase] = [Math.max(0, needed - own), Math.max(0, needed - base)]
  if (more === 0 && moreBase === 0) return 'more repeats do not help: the ratio is at the edge of a band'
  const words = `${plural(more, 'more repeat', 'more repeats')}`
  if (moreBase === 0) return words
  if (more === 0) return `${plural(moreBase, 'more repeat', 'more repeats')} of the base`
  return more === moreBase ? `${words} on each side` : `${words}, and ${moreBase} more of the base`
}

const intervalText = ({ low, high }: Interval) => `${formatRatio(low)} – ${formatRatio(high)}`

const formatChance = (chance: number) => (chance < 0.0001 ? 'below 0.0001' : chance.toPrecision(2))
