import { compareVersions } from '../run/compare-versions.ts'
import { median } from '../stats/median.ts'
import { STEP_TOLERANCE, unexplainedChanges } from './explained-by-steps.ts'
import type { FindingFacts } from './finding.ts'
import type { StoredFinding } from './stored-finding.ts'

/** A finding that was active until a newer version arrived. `wasFound` is false if it continued another one itself. */
export type Former = { finding: StoredFinding; wasFound: boolean }

/**
 * Returns the former finding that this one continues: the same machine and first version, an older last version, most
 * of its tests, and a similar size. A slow drift is a finding up to the newest version, so each release makes another
 * one; it is reported once, and again after it has grown by another 5%.
 *
 * @param former inactive findings of the same product, first version, machine and direction.
 */
export function continuedFrom(facts: FindingFacts, former: readonly Former[]): StoredFinding | null {
  const older = former
    .filter(({ finding }) => compareVersions(finding.to, facts.to) < 0)
    .sort((a, b) => compareVersions(b.finding.to, a.finding.to))
  const [last] = older
  const reported = older.find(({ wasFound }) => wasFound)
  if (last === undefined || reported === undefined || last.finding.state === 'fixed') return null
  const changes = unexplainedChanges(facts.changes)
  const known = new Set(reported.finding.changes.map(nameOf))
  const again = changes.filter((change) => known.has(nameOf(change)))
  const isSame = again.length * 2 >= changes.length && sizeOf(facts) - sizeOf(reported.finding) <= STEP_TOLERANCE
  return isSame ? last.finding : null
}

const nameOf = ({ benchmark, workload, test, clients, metric, line }: FindingFacts['changes'][number]): string =>
  JSON.stringify([benchmark, workload, test, clients, metric, line])

const sizeOf = ({ changes }: Pick<FindingFacts, 'changes'>): number =>
  Math.abs(Math.log(median(unexplainedChanges(changes).map(({ ratio }) => ratio)) ?? 1))
