import type { FindingFacts } from './finding.ts'
import { type KnownBug, touches } from './notes/known-bug.ts'

type Ranged = Pick<KnownBug, 'product' | 'affectedFrom' | 'fixedIn' | 'tests' | 'workloads'>

/**
 * The known bugs that may explain a finding: those that touch one of its tests on one side only, for what got worse the
 * younger version and for what got better the older one. A bug that both versions have explains no difference.
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
