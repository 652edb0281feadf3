/** Minimum gain of throughput that counts as growth. */
export const MIN_GAIN = 0.05

/**
 * The number of clients at which throughput stops growing. `isLast` is true for the largest measured number, because
 * throughput may grow further.
 */
export type Knee = { clients: number; isLast: boolean }

/**
 * The smallest number of clients after which no larger number gains 5% or more.
 *
 * @param points by ascending clients; throughput in any unit, greater than 0.
 * @returns null for fewer than two points.
 */
export function kneeOf(points: readonly { clients: number; throughput: number }[]): Knee | null {
  if (points.length < 2) return null
  let bestBeyond = Number.NEGATIVE_INFINITY
  let knee: Knee | null = null
  for (const [fromEnd, { clients, throughput }] of points.toReversed().entries()) {
    if (bestBeyond < throughput * (1 + MIN_GAIN)) knee = { clients, isLast: fromEnd === 0 }
    bestBeyond = Math.max(bestBeyond, throughput)
  }
  return knee
}
