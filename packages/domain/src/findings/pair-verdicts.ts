import { z } from 'zod'
import type { Verdict } from '../compare/verdict/verdict.ts'
import { changeIn, directionOfChange } from '../compare/verdict/verdict-codes.ts'
import { FindingChange, FindingDirection, type FindingKey } from './finding.ts'
import type { ScanPair } from './version-pairs.ts'

/** The verdict on one test between two versions, and the change if there is one. */
export type PairVerdict = Omit<FindingKey, 'direction'> & {
  /** The relation of the two versions, such as neighbors or drift. */
  kind: ScanPair['kind']
  benchmark: string
  test: string
  metric: string
  verdict: Exclude<Verdict, 'inconclusive'>
  change: FindingChange | null
  /** The cause in a sentence; null if unknown. */
  cause: string | null
}

/** The verdict on one test between two versions on one machine. */
export type JudgedChange = Omit<FindingKey, 'direction'> & {
  kind: ScanPair['kind']
  change: FindingChange
  verdict: Verdict
  cause: string | null
}

const CommitPairVerdicts = z.strictObject({
  changes: z.array(
    z.strictObject({ direction: FindingDirection, change: FindingChange, cause: z.string().nullable() }),
  ),
  same: z.array(z.tuple([z.string(), z.string()])),
})

/**
 * The stored verdicts on one pair of versions in one environment; tests without a change are stored by name only.
 * `within` has the pairs of commits of one version.
 */
export const PairVerdicts = CommitPairVerdicts.extend({
  within: z.array(CommitPairVerdicts.extend({ from: z.string(), to: z.string() })).optional(),
})
export type PairVerdicts = z.infer<typeof PairVerdicts>

export function asPairVerdict({ change, verdict, ...pair }: JudgedChange): PairVerdict | null {
  if (verdict === 'inconclusive') return null
  const { benchmark, test, metric } = change
  return { ...pair, benchmark, test, metric, verdict, change: verdict === 'no change' ? null : change }
}

export function packVerdicts(judged: readonly JudgedChange[]): PairVerdicts {
  const packed: PairVerdicts = { changes: [], same: [] }
  for (const { change, verdict, cause } of judged) {
    const direction = directionOfChange(verdict)
    if (direction !== null) packed.changes.push({ direction, change, cause })
    else if (verdict === 'no change') packed.same.push([change.test, change.metric])
  }
  return packed
}

/** Combines the verdicts on the commits of one version for storage. */
export function packCommitVerdicts(judged: readonly JudgedChange[]): PairVerdicts {
  const pairs = Map.groupBy(judged, ({ from, to }) => JSON.stringify([from, to]))
  const within = [...pairs.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ from: first.from, to: first.to, ...packVerdicts(own) }]
  })
  return { changes: [], same: [], within: within.filter(({ changes }) => changes.length > 0) }
}

export function unpackVerdicts(
  { changes, same, within = [] }: PairVerdicts,
  pair: Omit<FindingKey, 'direction'> & { benchmark: string; kind: ScanPair['kind'] },
): PairVerdict[] {
  return [
    ...changes.map(({ direction, change, cause }) => {
      const { benchmark, test, metric } = change
      return { ...pair, benchmark, test, metric, verdict: changeIn(direction), change, cause }
    }),
    ...within.flatMap(({ from, to, ...verdicts }) => unpackVerdicts(verdicts, { ...pair, from, to })),
    ...same.map(([test, metric]) => ({
      ...pair,
      test,
      metric,
      verdict: 'no change' as const,
      change: null,
      cause: null,
    })),
  ]
}
