/**
 * The order of `count` runs of each of two sides: A B B A, and again. A drift of the machine that is linear in time then
 * adds the same to both means when `count` is even, and the least possible otherwise.
 */
export function interleave(count: number): ('a' | 'b')[] {
  const order = ['a', 'b', 'b', 'a'] as const
  return Array.from({ length: 2 * count }, (_, at) => order[at % order.length] ?? 'a')
}

export type Cost = { value: string; runs: number; secondsPerRun: number | null }

/** Orders values by the machine time of all of their runs, the cheapest first; those of unknown duration come last. */
export function cheapestFirst<T extends Cost>(values: readonly T[]): T[] {
  const costOf = ({ runs, secondsPerRun }: Cost) =>
    secondsPerRun === null ? Number.POSITIVE_INFINITY : runs * secondsPerRun
  return values
    .map((value, at) => ({ value, at, cost: costOf(value) }))
    .sort((a, b) => (a.cost === b.cost ? a.at - b.at : a.cost - b.cost))
    .map(({ value }) => value)
}

/**
 * Orders a range so that its gaps are halved: ends first, then the middle, then the quarters. A backfill that is canceled
 * half-way has thus measured versions from the whole range.
 */
export function halveGaps<T>(range: readonly T[]): T[] {
  if (range.length <= 2) return [...range]
  const order = [0, range.length - 1]
  let gaps: [number, number][] = [[0, range.length - 1]]
  while (gaps.length > 0) {
    const next: [number, number][] = []
    for (const [low, high] of gaps) {
      if (high - low < 2) continue
      const middle = Math.floor((low + high) / 2)
      order.push(middle)
      next.push([low, middle], [middle, high])
    }
    gaps = next
  }
  return order.flatMap((at) => range[at] ?? [])
}
