/** From this much more throughput on, more clients are a gain. */
export const MIN_GAIN = 0.05

/**
 * The number of clients at which throughput stops growing. `isLast` when it is the largest measured number, so
 * throughput may grow further.
 */
export type Knee = { clients: number; isLast: boolean }

/**
 * The smallest number of clients beyond which no larger one gains 5% (DESIGN.md section 2).
 *
 * @param points by growing clients; throughput in any unit, greater than 0.
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
