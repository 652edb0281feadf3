import { normalQuantile } from '../../stats/normal.ts'
import { tQuantile } from '../../stats/student-t.ts'
import type { NoiseShape } from '../noise/noise-shape.ts'
import { cumulative } from '../noise/shape-distribution.ts'
import { keyOfShape } from './null-distribution.ts'
import { COVERAGE } from './verdict.ts'

/** Width of the bins of locations, in units of the sd of the core. */
const STEP = 0.1
/** Bins with less probability than this are neglected. */
const MIN_MASS = 1e-4
/**
 * Maximum distance within a pair, in units of the sd of the core. A larger distance has the same result, because one of
 * the two values is an outlier in either case.
 */
const MAX_GAP = 100

/** Probabilities of bins of locations, by the distance of the bin from the center of the values. */
type Located = readonly (readonly [bin: number, mass: number])[]

const known = new Map<string, Located>()
const MAX_KNOWN = 2_000

/**
 * Half the width of the 95% interval of the difference of two locations, each known from one or two values, in units of
 * the sd of the core. Two values that agree are rarely both outliers; of two that are far apart one is, but it is
 * unknown which. So the interval depends on their distance: Pitman's conditional interval (Pitman 1939, "The estimation
 * of the location and scale parameters of a continuous population of any given form"), which has its coverage among
 * pairs of every distance. The difference of the means of pairs would have it only over all of them, and be as wide as
 * an outlier for each. Outliers are on either side here, because a pair does not show their side, so both locations are
 * symmetric about the center of their values.
 *
 * @param gaps distance of the two values of each side in units of the sd of the core; null for a single value.
 */
export function pairHalfWidth(
  shape: NoiseShape,
  gaps: readonly [number | null, number | null],
  degreesOfFreedom: number,
): number {
  const beyond = distances(locationOf(shape, gaps[0]), locationOf(shape, gaps[1]))
  let [last, inside] = [0, beyond[0] ?? 0]
  while (inside < COVERAGE && last < beyond.length) {
    last += 1
    inside += beyond[last] ?? 0
  }
  const quantile = (1 + COVERAGE) / 2
  return last * STEP * (tQuantile(quantile, degreesOfFreedom) / normalQuantile(quantile))
}

/** Probabilities of the distances between two locations by bin; they sum to 1. */
function distances(own: Located, base: Located): Float64Array {
  const farthest = Math.abs(own[0]?.[0] ?? 0) + Math.abs(base[0]?.[0] ?? 0)
  const at = new Float64Array(farthest + 1)
  for (const [a, mass] of own) {
    for (const [b, other] of base) {
      const distance = Math.abs(a - b)
      at[distance] = (at[distance] ?? 0) + mass * other
    }
  }
  const total = at.reduce((sum, mass) => sum + mass, 0)
  return at.map((mass) => mass / total)
}

function locationOf(shape: NoiseShape, gap: number | null): Located {
  const bins = gap === null ? null : Math.min(Math.round(gap / STEP), MAX_GAP / STEP)
  const key = `${keyOfShape(shape)} ${bins}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const made = locate(shape, bins)
  known.set(key, made)
  return made
}

function locate(shape: NoiseShape, gap: number | null): Located {
  const half = (gap ?? 0) / 2
  const mass = knownMass(shape)
  const reach = Math.ceil(reachOf(shape) + half)
  const bins = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach)
  const found = bins.map((bin) => (gap === null ? mass(bin) : mass(bin - half) * mass(bin + half)))
  const total = found.reduce((sum, one) => sum + one, 0)
  return bins.flatMap((bin, at) => {
    const share = (found[at] ?? 0) / total
    return share < MIN_MASS ? [] : [[bin, share] as const]
  })
}

/** Number of bins that contain practically all values of one run. */
const reachOf = ({ share, width }: NoiseShape) => Math.ceil((8 + (share > 0 ? 1.5 * width : 0)) / STEP)

const masses = new Map<string, (bin: number) => number>()
const MAX_SHAPES = 100

function knownMass(shape: NoiseShape): (bin: number) => number {
  const key = keyOfShape(shape)
  const found = masses.get(key) ?? massOf(shape)
  if (masses.size >= MAX_SHAPES) masses.clear()
  masses.set(key, found)
  return found
}

/**
 * Probability of one run in a bin at a distance from its location, with outliers on either side; at multiples of half a
 * bin.
 */
function massOf(shape: NoiseShape): (bin: number) => number {
  const half = 2 * reachOf(shape) + (2 * MAX_GAP) / STEP + 2
  const below = Float64Array.from({ length: 2 * half + 1 }, (_, at) => cumulative(shape, ((at - half) * STEP) / 2))
  const belowAt = (bin: number) => below[2 * bin + half] ?? (bin < 0 ? 0 : 1)
  // Outliers that were never seen may be at any distance that a pair has.
  const anywhere = shape.unseen / half
  return (bin) => anywhere + (belowAt(bin + 0.5) - belowAt(bin - 0.5) + belowAt(0.5 - bin) - belowAt(-0.5 - bin)) / 2
}
