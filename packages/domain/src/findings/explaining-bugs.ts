import type { FindingFacts } from './finding.ts'
import { type KnownBug, touches } from './notes/known-bug.ts'

type Ranged = Pick<KnownBug, 'product' | 'affectedFrom' | 'fixedIn' | 'tests' | 'workloads'>

/**
 * Known bugs that may explain a finding: those that affect one of its tests in only one of the two versions, the
 * younger one for a regression and the older one for an improvement.
 */
export function explainingBugs<Bug extends Ranged>(
  { product, from, to, direction, changes }: Pick<FindingFacts, 'product' | 'from' | 'to' | 'direction' | 'changes'>,
  bugs: readonly Bug[],
): Bug[] {
  const [having, lacking] = direction === 'worse' ? [to, from] : [from, to]
  return bugs.filter((bug) =>
    changes.some(
      ({ test, workload }) =>
        touches(bug, { product, version: having, test, workload }) &&
        !touches(bug, { product, version: lacking, test, workload }),
    ),
  )
}
