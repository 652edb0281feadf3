import { z } from 'zod'
import { FindingChange, FindingDirection, type FindingPlace } from './finding.ts'
import type { PartPair } from './version-pairs.ts'

/** A verdict as findings need it, with the change when there is one. */
export type Told = Omit<FindingPlace, 'direction'> & {
  /** The relation of the two versions, such as neighbors or drift. */
  kind: PartPair['kind']
  benchmark: string
  test: string
  metric: string
  verdict: FindingDirection | 'same'
  change: FindingChange | null
  /** Why it changed, in a sentence; null when it is not known. */
  cause: string | null
}

/** A test that was judged between two versions on one machine. */
export type Judged = Omit<FindingPlace, 'direction'> & {
  kind: PartPair['kind']
  change: FindingChange
  verdict: FindingDirection | 'same' | 'cannot tell'
  cause: string | null
}

const ToldPair = z.strictObject({
  changes: z.array(
    z.strictObject({ direction: FindingDirection, change: FindingChange, cause: z.string().nullable() }),
  ),
  same: z.array(z.tuple([z.string(), z.string()])),
})

/**
 * The verdicts on one pair of versions in one environment, as they are stored; tests without a change are stored by
 * name only. `within` holds the pairs of commits of one version.
 */
export const ToldPart = ToldPair.extend({
  within: z.array(ToldPair.extend({ from: z.string(), to: z.string() })).optional(),
})
export type ToldPart = z.infer<typeof ToldPart>

export function toldOf({ change, verdict, ...place }: Judged): Told | null {
  if (verdict === 'cannot tell') return null
  const { benchmark, test, metric } = change
  return { ...place, benchmark, test, metric, verdict, change: verdict === 'same' ? null : change }
}

export function packTold(judged: readonly Judged[]): ToldPart {
  const part: ToldPart = { changes: [], same: [] }
  for (const { change, verdict, cause } of judged) {
    if (verdict === 'same') part.same.push([change.test, change.metric])
    else if (verdict !== 'cannot tell') part.changes.push({ direction: verdict, change, cause })
  }
  return part
}

/** The same of what was told of commits. */
export function packWithin(judged: readonly Judged[]): ToldPart {
  const pairs = Map.groupBy(judged, ({ from, to }) => JSON.stringify([from, to]))
  const within = [...pairs.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ from: first.from, to: first.to, ...packTold(own) }]
  })
  return { changes: [], same: [], within: within.filter(({ changes }) => changes.length > 0) }
}

export function unpackTold(
  { changes, same, within = [] }: ToldPart,
  place: Omit<FindingPlace, 'direction'> & { benchmark: string; kind: PartPair['kind'] },
): Told[] {
  return [
    ...changes.map(({ direction, change, cause }) => {
      const { benchmark, test, metric } = change
      return { ...place, benchmark, test, metric, verdict: direction, change, cause }
    }),
    ...within.flatMap(({ from, to, ...told }) => unpackTold(told, { ...place, from, to })),
    ...same.map(([test, metric]) => ({ ...place, test, metric, verdict: 'same' as const, change: null, cause: null })),
  ]
}
