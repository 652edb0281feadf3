import { clipOutliers } from './clip-outliers.ts'
import { confirmCuts } from './confirm-cuts.ts'
import { MIN_SEGMENT } from './min-segment.ts'
import { measureNoise, type Noise, roughNoise } from './neighbor-noise.ts'
import { optimalCuts } from './pelt.ts'
import { proposeDips } from './propose-dips.ts'
import { levelsAt, residualOf } from './step-model.ts'

/** Penalty of a cut in the search, in noise variances per ln n. It is low, because confirmCuts decides. */
const PENALTY = 1.8
/** Shorter series are penalized like one of this length, because their noise is poorly known. */
const MIN_COUNT_FOR_PENALTY = 20
/** In shorter series a single step looks like correlated noise, so it is removed before the correlation is measured. */
const MIN_COUNT_FOR_STEPS = 60

/** Possible cuts of a series, with the input of confirmCuts, all on the working scale. */
export type ProposedCuts = {
  /** The series with and without clipped outliers. */
  clipped: Float64Array
  raw: Float64Array
  noise: Noise
  /** Ascending; the confirmed cuts are a subset of these. */
  proposed: number[]
}

/**
 * Penalized least squares over all segmentations of a series (PELT, Killick, Fearnhead and Eckley 2012). The noise is
 * estimated from differences of neighbors, so that neither steps nor slow movement count as noise; single outliers are
 * clipped, and autocorrelation increases the noise. Short dips are proposed as pairs of cuts.
 *
 * @param hasOutliers false if the outliers of the series are already clipped.
 */
export function proposeCuts(raw: Float64Array, resolution: number, hasOutliers = true): ProposedCuts {
  const count = raw.length
  const rough = roughNoise(raw, resolution)
  const clipped = hasOutliers ? clipOutliers(raw, rough) : raw
  const calm = count < MIN_COUNT_FOR_STEPS ? withoutLargestStep(clipped) : clipped
  const noise = measureNoise(calm, rough, resolution)
  const penalty = PENALTY * Math.log(Math.max(count, MIN_COUNT_FOR_PENALTY))
  const found = optimalCuts(clipped, noise.variance * noise.inflation, penalty)
  return { clipped, raw, noise, proposed: proposeDips(clipped, found, noise.variance) }
}

/** The proposed cuts that pass confirmCuts. */
export const standingCuts = ({ proposed, noise, ...series }: ProposedCuts): number[] =>
  proposed.length === 0 ? proposed : confirmCuts(series, proposed, noise)

/** The series without the step that explains most of it. */
function withoutLargestStep(series: Float64Array): Float64Array {
  const count = series.length
  let total = 0
  for (let i = 0; i < count; i++) total += series[i] ?? 0
  let [sum, largest, cut] = [0, 0, 0]
  for (let i = 1; i <= count - MIN_SEGMENT; i++) {
    sum += series[i - 1] ?? 0
    const gain = (sum - (total * i) / count) ** 2 / (i * (count - i))
    if (i >= MIN_SEGMENT && gain > largest) [largest, cut] = [gain, i]
  }
  return residualOf(series, levelsAt(series, cut === 0 ? [] : [cut]))
}
