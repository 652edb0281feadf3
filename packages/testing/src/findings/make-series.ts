import { normalFrom, seededRandom } from '../seeded-random.ts'

/** Series for tests: always the same ones for a seed, with levels in ratio to 1000 and noise in shares. */
export function makeSeries(
  seed: number,
  { count = 100, level = () => 1, sd = 0.02 }: { count?: number; level?: (index: number) => number; sd?: number },
): number[] {
  const normal = normals(seed)
  return Array.from({ length: count }, (_, i) => 1000 * level(i) * (1 + sd * normal()))
}

/** Standard normal numbers that depend on the seed alone. */
export const normals = (seed: number): (() => number) => normalFrom(seededRandom(seed))
