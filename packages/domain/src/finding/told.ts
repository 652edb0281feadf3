import { z } from 'zod'
import { FindingChange, FindingDirection, type FindingPlace } from './finding.ts'

/** What a verdict was reached on, as far as findings are made of it: the change itself where there is one. */
export type Told = Omit<FindingPlace, 'direction'> & {
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
  change: FindingChange
  verdict: FindingDirection | 'same' | 'cannot tell'
  cause: string | null
}

/** What was told of one pair of versions in one place, as it is stored: of what did not change only its name. */
export const ToldPart = z.strictObject({
  changes: z.array(
    z.strictObject({ direction: FindingDirection, change: FindingChange, cause: z.string().nullable() }),
  ),
  same: z.array(z.tuple([z.string(), z.string()])),
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

export function unpackTold(
  { changes, same }: ToldPart,
  place: Omit<FindingPlace, 'direction'> & { benchmark: string },
): Told[] {
  return [
    ...changes.map(({ direction, change, cause }) => {
      const { benchmark, test, metric } = change
      return { ...place, benchmark, test, metric, verdict: direction, change, cause }
    }),
    ...same.map(([test, metric]) => ({ ...place, test, metric, verdict: 'same' as const, change: null, cause: null })),
  ]
}
