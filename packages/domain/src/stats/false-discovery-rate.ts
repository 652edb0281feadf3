/**
 * Adjusted p values of Benjamini and Hochberg 1995 (step-up): the smallest false discovery rate at which each test is
 * significant. Accepting all values up to q keeps the expected share of false discoveries at q.
 *
 * @param ps 0 to 1, in any order.
 * @returns in the same order, 0 to 1.
 */
export function adjustedP(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => (ps[b] ?? 0) - (ps[a] ?? 0))
  const adjusted = ps.map(() => 1)
  let smallest = 1
  for (const [fromTop, i] of order.entries()) {
    smallest = Math.min(smallest, (ps[i] ?? 1) * (ps.length / (ps.length - fromTop)))
    adjusted[i] = smallest
  }
  return adjusted
}
