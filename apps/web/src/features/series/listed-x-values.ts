import type { ReadSeries } from '../../trpc/api-types.ts'

/** Maximum x values in a list. Two lists of 10,000 would be most of the page. */
const MAX_LISTED = 200

/** The x values that can be chosen as the beginning and the end: all of a short series, else some at equal distances. */
export function listedXValues({ places, lines }: Pick<ReadSeries, 'places' | 'lines'>): {
  listed: readonly string[]
  /** Distance between two of them; 1 when all are listed. */
  step: number
} {
  const step = Math.ceil(places.length / MAX_LISTED)
  if (step <= 1) return { listed: places, step: 1 }
  const changes = new Set(lines.flatMap((line) => line.changes.flatMap(({ place, after }) => [place, after])))
  const isListed = (_: string, at: number) => at % step === 0 || at === places.length - 1 || changes.has(at)
  return { listed: places.filter(isListed), step }
}
