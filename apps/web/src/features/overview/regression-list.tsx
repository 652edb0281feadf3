import { causeSummary } from '@assay/domain/findings/finding-words'
import { percentWords } from '@assay/domain/findings/releases/release-words'
import { findingPath } from '../../paths.ts'
import type { OverviewRegression } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { ReleaseHistory } from '../findings/release-history.tsx'
import style from './regression-list.module.css'

type Props = { project: string; regressions: readonly OverviewRegression[] }

/** The largest open regressions, each with the history of its worst test, its size and its cause. */
export function RegressionList({ project, regressions }: Props) {
  return (
    <ul className={style.list}>
      {regressions.map((finding) => (
        <li key={finding.id}>
          <a href={findingPath(project, finding.id)} className={style.row}>
            <span className={style.spark}>
              <ReleaseHistory finding={{ ...finding, direction: 'worse' }} />
            </span>
            <span className={style.text}>
              <span className={style.title}>
                <strong>
                  {finding.product} {finding.to}
                </strong>{' '}
                vs {finding.from}
              </span>
              <span>
                {testWords(finding)} <span className={style.soft}>on {finding.hardware}</span>
              </span>
              <span className={style.cause} title={finding.cause ?? undefined}>
                {finding.cause === null ? 'No cause found' : causeSummary(finding.cause)}
              </span>
              <Bug finding={finding} />
            </span>
            <span className={style.size}>
              <strong>{percentWords(worstRatio(finding))}</strong>
              <span className={style.bar} aria-hidden="true">
                <span style={{ width: `${Math.min(100, Math.abs(1 - worstRatio(finding)) * 200)}%` }} />
              </span>
              <State finding={finding} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const worstRatio = ({ changes, medianRatio }: OverviewRegression) => changes[0]?.ratio ?? medianRatio

function testWords({ changes, judged }: OverviewRegression): string {
  const [first] = changes
  return changes.length === 1 && first !== undefined
    ? first.test
    : `${changes.length} of ${judged} tests (worst: ${first?.test})`
}

/** The state of a regression: in the newest release or not, and its owner. */
function State({ finding: { state, owner, isNewest } }: { finding: OverviewRegression }) {
  return (
    <>
      {isNewest ? (
        <Badge tone="accent">newest</Badge>
      ) : (
        <Badge tone={state === 'new' ? 'accent' : 'plain'}>{state}</Badge>
      )}
      {owner !== null && <Badge>{owner.name}</Badge>}
    </>
  )
}

/** The known bug behind a regression, or the first that may be. */
function Bug({ finding: { knownBug, mayBe } }: { finding: OverviewRegression }) {
  const [first] = mayBe
  if (knownBug === null && first === undefined) return null
  return (
    <span className={style.bug}>
      <Badge>{knownBug === null ? `may be bug ${first?.bug}` : `known bug ${knownBug}`}</Badge>
    </span>
  )
}
