import { measuredSamples, type SampledSeries } from '../../run/validity/steady-state.ts'
import { mean } from '../../stats/mean.ts'
import { momentsOf } from '../../stats/moments.ts'
import type { Noise } from '../verdict/verdict.ts'
import { MIN_DEGREES_OF_FREEDOM } from './noise-levels.ts'

/**
 * Maximum relative difference between the average of the samples and the result; above it the samples measure something
 * else, or only a part of the run.
 */
const SAME_AVERAGE = 0.05
const SMALLEST = 1e-9

/**
 * The uncertainty of the average of one run from its interval samples, by the moving block bootstrap of Künsch 1989
 * with blocks of the square root of their number, so that correlated neighbors do not count as independent. For a mean
 * the variance is known without resampling: that of the block means, divided by the number of blocks. It does not
 * include differences between runs, so it is used only without repeats.
 *
 * @param value the average that the benchmark printed.
 * @returns null for fewer than 121 samples, and if their average differs from the value.
 */
export function sampleNoise(series: SampledSeries, value: number, warmupSeconds = 0): Noise | null {
  const samples = measuredSamples(series, warmupSeconds).map((sample) => sample.value)
  const length = Math.ceil(Math.sqrt(samples.length))
  const blocks = samples.length / length
  const degreesOfFreedom = Math.floor(blocks) - 1
  const average = mean(samples)
  if (degreesOfFreedom < MIN_DEGREES_OF_FREEDOM || average === null || !(average > 0 && value > 0)) return null
  if (Math.abs(average / value - 1) > SAME_AVERAGE) return null
  const { squares, count } = momentsOf(blockMeans(samples, length))
  // Divided by blocks - 1, because their mean is estimated too.
  const variance = squares / count / (blocks - 1)
  // Smaller variance is due to rounding of doubles: the samples are all equal.
  return variance > (average * SMALLEST) ** 2
    ? { source: 'samples', sd: Math.sqrt(variance) / average, degreesOfFreedom }
    : null
}

/** Means of all overlapping blocks of neighboring samples. */
function blockMeans(samples: readonly number[], length: number): number[] {
  const means: number[] = []
  let sum = 0
  for (const [i, sample] of samples.entries()) {
    sum += sample - (i >= length ? (samples[i - length] ?? 0) : 0)
    if (i >= length - 1) means.push(sum / length)
  }
  return means
}
