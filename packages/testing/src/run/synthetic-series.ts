import { normalFrom, seededRandom } from '../seeded-random.ts'

/** Shapes of a series that the detector must recognize. */
export type Shape =
  | { kind: 'flat' }
  /** The level is multiplied from `at` on, a share of the length. */
  | { kind: 'step'; at: number; factor: number }
  /** The level rises linearly from half to full over a share of the length. */
  | { kind: 'warm-up'; share: number }
  /** Difference between the last and the first value as a share of the mean. */
  | { kind: 'trend'; drift: number }

/** Noise as benchmarks show it, as a share of the level, with the allowed false positive rate for each. */
export const NOISES = [
  { name: 'white, 1%', noise: 0.01, rho: 0, bound: 0.01 },
  { name: 'white, 5%', noise: 0.05, rho: 0, bound: 0.01 },
  { name: 'white, 15%', noise: 0.15, rho: 0, bound: 0.01 },
  { name: 'neighbors alike (0.6), 2%', noise: 0.02, rho: 0.6, bound: 0.05 },
  { name: 'neighbors alike (0.5), 5%', noise: 0.05, rho: 0.5, bound: 0.05 },
] as const

const LEVEL = 10_000

/**
 * A series of about 10,000/s with that shape; `rho` is the correlation of neighbors (AR(1)). It depends only on the
 * seed.
 */
export function makeSeries(
  shape: Shape,
  { length, noise, seed, rho = 0 }: { length: number; noise: number; seed: number; rho?: number },
): number[] {
  const random = normal(seed)
  let level = random()
  return Array.from({ length }, (_, i) => {
    level = rho * level + Math.sqrt(1 - rho * rho) * random()
    return LEVEL * levelAt(shape, i, length) * (1 + noise * level)
  })
}

function levelAt(shape: Shape, i: number, length: number): number {
  switch (shape.kind) {
    case 'flat':
      return 1
    case 'step':
      return i < Math.round(shape.at * length) ? 1 : shape.factor
    case 'warm-up':
      return Math.min(1, 0.5 + (0.5 * i) / (shape.share * length))
    case 'trend':
      return 1 + shape.drift * (i / (length - 1) - 0.5)
  }
}

const normal = (seed: number): (() => number) => normalFrom(seededRandom(seed))
