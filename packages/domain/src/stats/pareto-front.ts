type Spot = { x: number; y: number }

/**
 * The points that no other point beats in both values, by ascending x. More of `y` is better; `x` states what is better
 * for x.
 */
export function paretoFront<Point extends Spot>(points: readonly Point[], { x }: { x: 'lower' | 'higher' }): Point[] {
  const sign = x === 'lower' ? 1 : -1
  const fromBest = points.toSorted((a, b) => sign * (a.x - b.x) || b.y - a.y)
  const front: Point[] = []
  for (const point of fromBest) if (point.y > (front.at(-1)?.y ?? Number.NEGATIVE_INFINITY)) front.push(point)
  return front.sort((a, b) => a.x - b.x)
}

/** The points that no other point beats: none is at least as good in every value and better in one. */
export function nonDominated<Point extends { values: readonly number[] }>(
  points: readonly Point[],
  directions: readonly ('higher' | 'lower')[],
): Point[] {
  const oriented = ({ values }: Point) => values.map((value, at) => (directions[at] === 'lower' ? -value : value))
  const beats = (a: Point, b: Point) => {
    const [own, other] = [oriented(a), oriented(b)]
    return own.every((value, at) => value >= (other[at] ?? 0)) && own.some((value, at) => value > (other[at] ?? 0))
  }
  return points.filter((point) => !points.some((other) => beats(other, point)))
}
