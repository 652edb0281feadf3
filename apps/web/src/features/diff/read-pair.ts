/** Reads two runs from an address: `a` and `b`, or exactly two `run` values, which the list of runs submits. */
export function readPair(query: URLSearchParams): { a: string; b: string } | { ticked: number } {
  const ticked = query.getAll('run')
  const a = query.get('a') ?? ticked[0]
  const b = query.get('b') ?? ticked[1]
  if (a === undefined || b === undefined || ticked.length > 2) return { ticked: ticked.length }
  return { a, b }
}
