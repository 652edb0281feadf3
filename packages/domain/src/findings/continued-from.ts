import { compareVersions } from '../run/version.ts'
import { median } from '../stats/median.ts'
import { BEYOND, newsIn } from './explained-by-steps.ts'
import type { FindingFacts } from './finding.ts'
import type { StoredFinding } from './stored-finding.ts'

/** A finding that stood until a newer version came, and whether it was told of by itself rather than as going on. */
export type Former = { finding: StoredFinding; wasFound: boolean }

/**
 * The finding that another one goes on with: the same machine since the same version up to an older one, with most of
 * its tests, told before and hardly further away since. A slow slide is a finding of the newest version, and so another
 * one with each release; it is news once, and again when it has gone another 5%.
 *
 * @param former those of the same product, first version, machine and direction that the data show no more.
 */
export function continuedFrom(facts: FindingFacts, former: readonly Former[]): StoredFinding | null {
  const older = former
    .filter(({ finding }) => compareVersions(finding.to, facts.to) < 0)
    .sort((a, b) => compareVersions(b.finding.to, a.finding.to))
  const [last] = older
  const told = older.find(({ wasFound }) => wasFound)
  if (last === undefined || told === undefined || last.finding.state === 'fixed') return null
  const news = newsIn(facts.changes)
  const known = new Set(told.finding.changes.map(nameOf))
  const again = news.filter((change) => known.has(nameOf(change)))
  const isSame = again.length * 2 >= news.length && sizeOf(facts) - sizeOf(told.finding) <= BEYOND
  return isSame ? last.finding : null
}

const nameOf = ({ benchmark, workload, test, clients, metric, line }: FindingFacts['changes'][number]): string =>
  JSON.stringify([benchmark, workload, test, clients, metric, line])

const sizeOf = ({ changes }: Pick<FindingFacts, 'changes'>): number =>
  Math.abs(Math.log(median(newsIn(changes).map(({ ratio }) => ratio)) ?? 1))
