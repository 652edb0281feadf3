import { measuredSamples, type SampledSeries } from '../../run/validity/steady-state.ts'
import { mean } from '../../stats/mean.ts'
import { momentsOf } from '../../stats/moments.ts'
import { MIN_DEGREES_OF_FREEDOM } from './noise-floor.ts'
import type { Noise } from './verdict.ts'

/** Samples whose average is further than this from the result are of something else, or of another part of it. */
const SAME_AVERAGE = 0.05
const SMALLEST = 1e-9

/**
 * How uncertain the average of one run is, from its interval samples: the moving block bootstrap of Künsch 1989, with
 * blocks of the square root of their number, so that neighbours that are alike are not taken for independent ones. Of a
 * mean its variance is known without drawing: that of the block means, over the number of blocks. It says nothing of
 * what differs from run to run, so it is asked only where there are no repeats.
 *
 * @param value what the benchmark printed as the average.
 * @returns null for fewer than 121 samples, and when they do not average to the value.
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
  // Blocks - 1, since their mean is not the true one.
  const variance = squares / count / (blocks - 1)
  // Below it the samples are all alike, but for the last digit of a double.
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
