import { normalFrom, seededRandom } from '../seeded-random.ts'

/** Creates a series from a seed, with levels relative to 1000 and noise as a share. */
export function makeSeries(
  seed: number,
  { count = 100, level = () => 1, sd = 0.02 }: { count?: number; level?: (index: number) => number; sd?: number },
): number[] {
  const normal = normals(seed)
  return Array.from({ length: count }, (_, i) => 1000 * level(i) * (1 + sd * normal()))
}

/** Standard normal numbers that depend only on the seed. */
export const normals = (seed: number): (() => number) => normalFrom(seededRandom(seed))
