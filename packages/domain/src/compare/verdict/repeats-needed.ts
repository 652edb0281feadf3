import { NORMAL_SHAPE } from '../noise/noise-shape.ts'
import { keyOfShape, MAX_KNOWN, nullDistribution } from './null-distribution.ts'
import { distanceOfScore } from './score.ts'
import { COVERAGE, type Limits, type Noise } from './verdict.ts'

/** Probability with which the needed repeats show a change. */
export const POWER = 0.8
/** Maximum repeats that are advised. */
const MAX_REPEATS = 1000

/**
 * Repeats on each side for which the 95% interval of a cell excludes 1 with a probability of 80% if its true ratio is
 * that of the narrower band: the smallest n for which the half width of the interval plus the 80% quantile of the error
 * is at most the band. With normal noise that is 2 s^2 (t(0.975) + t(0.8))^2 / ln(1.05)^2 (Cohen 1988, "Statistical
 * power analysis", chapter 2).
 *
 * @returns null for bands without a width, and if more than 1,000 repeats would be needed.
 */
export function repeatsNeeded(noise: Noise, limits: Limits): number | null {
  const width = Math.min(-Math.log(limits.worse), Math.log(limits.better))
  if (!(width > 0 && Number.isFinite(width))) return null
  const key = `${noise.sd} ${noise.degreesOfFreedom} ${width} ${keyOfShape(noise.shape ?? NORMAL_SHAPE)}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = fewestRepeats(noise, width)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, made)
  return made
}

/** Cells of a comparison share their noise, so few counts are computed. */
const known = new Map<string, number | null>()

function fewestRepeats({ sd, degreesOfFreedom, shape = NORMAL_SHAPE }: Noise, width: number): number | null {
  const chances = [1 - COVERAGE, 2 * (1 - POWER)]
  const isEnough = (n: number) => {
    const { distanceOf } = nullDistribution(shape, n, n)
    const error = Math.sqrt(2 / n)
    const distances = chances.map((chance) => distanceOfScore(distanceOf(chance) / error, degreesOfFreedom))
    return sd * error * distances.reduce((sum, one) => sum + one, 0) <= width
  }
  let high = 1
  while (!isEnough(high))
    if (high * 2 > MAX_REPEATS) return null
    else high *= 2
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const between = Math.ceil((low + high) / 2)
    if (isEnough(between)) high = between
    else low = between
  }
  return high
}
