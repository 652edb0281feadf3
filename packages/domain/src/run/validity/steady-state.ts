import { invariant } from '../../result.ts'
import { mean } from '../../stats/mean.ts'
import { differenceNoise } from './difference-noise.ts'
import { bestSegments, type Segment } from './segments.ts'

/**
 * Largest difference of levels, or drift over the whole series, of a steady series; equal to the limit of the bands.
 */
const STEADY_TOLERANCE = 0.05

/** Fewer samples than this show neither a trend nor its absence. */
const MIN_STEADY_SAMPLES = 12

/** Batch means are nearly independent where neighbouring samples are not, and the work does not grow with the run. */
const MAX_BATCHES = 40

/** Minimum noise as a share of the level, so that a tiny change is not called one, even if it is significant. */
const MIN_NOISE = 0.001

/** Penalties per model parameter, multiplied by the logarithm of the number of batches; see steadyState. */
const PER_CHANGE = 5
const PER_SLOPE = 3

/** Minimum share of the measured time after the last change for the series to count as steady. */
const MIN_TAIL = 0.25

export type SampledSeries = {
  intervalSeconds: number
  /** Seconds from the start of the step to the end of the first interval. */
  startSeconds: number
  /** Null where a sample is missing. */
  values: readonly (number | null)[]
}

export type SteadyState =
  | { kind: 'unknown' }
  | { kind: 'steady' }
  /** `drift` is last to first of the fitted line, as a share of its mean: -0.2 falls by 20%. */
  | { kind: 'trend'; drift: number; seconds: number }
  /** `from` is the second from which the series is steady; null when the last change was too late to decide. */
  | { kind: 'level-change'; from: number | null; lastChange: number; before: number; after: number; seconds: number }

/**
 * Tests whether the measured part of a series is steady: no trend and no change of level by more than 5%.
 *
 * Batch means are described by a line or by constant segments (one, when nothing changes), whichever has the least
 * squared error plus a penalty for what it adds, in units of a noise estimate that a trend or step hardly touches. The
 * penalties have the form of the modified BIC (Zhang and Siegmund 2007), a constant times ln K; the constants are 5 for
 * a change and 3 for a slope instead of 3 and 1, since the noise is estimated, so that 99 of 100 flat series stay
 * unflagged. Segments within 5% of the last are one with it, and where those begin is the start of steady state: the
 * classification of Barrett et al., "Virtual Machine Warmup Blows Hot and Cold" (OOPSLA 2017).
 *
 * @param warmupSeconds the declared warm-up; samples within it are left out.
 */
export function steadyState(series: SampledSeries, warmupSeconds = 0): SteadyState {
  const samples = measuredSamples(series, warmupSeconds)
  if (samples.length < MIN_STEADY_SAMPLES) return { kind: 'unknown' }
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return { kind: 'unknown' }
  const seconds = last.end
  const batches = makeBatches(samples)
  const scale = Math.abs(mean(batches.map(({ value }) => value)) ?? 0)
  if (scale === 0) return { kind: 'steady' }

  const noise = Math.max(differenceNoise(batches.map(({ value }) => value)), scale * MIN_NOISE)
  const levels = runningMedian(batches.map(({ value }) => value)).map((value) => value / noise)
  const perChange = PER_CHANGE * Math.log(levels.length)
  const segments = bestSegments(levels, perChange)
  const segmented = segments.reduce((sum, { squares }) => sum + squares, 0) + (segments.length - 1) * perChange
  const line = fitLine(levels)
  if (line.squares + PER_SLOPE * Math.log(levels.length) < segmented) {
    return Math.abs(line.drift) > STEADY_TOLERANCE ? { kind: 'trend', drift: line.drift, seconds } : { kind: 'steady' }
  }

  const tail = tailOf(segments)
  if (tail.index === 0) return { kind: 'steady' }
  const before = levelBefore(segments, tail.index)
  const change = refine(samples, batches, tail.start)
  const isLate = levels.length - tail.start < MIN_TAIL * levels.length
  return {
    kind: 'level-change',
    from: isLate ? null : change,
    lastChange: change,
    before: before.mean * noise,
    after: tail.mean * noise,
    seconds,
  }
}

type Sample = { value: number; start: number; end: number }

/** The samples after the warm-up, with the seconds that each spans; missing ones are left out. */
export function measuredSamples({ intervalSeconds, startSeconds, values }: SampledSeries, warmup: number): Sample[] {
  // An upload without the end of the first interval begins with the first interval of the step.
  const firstEnd = startSeconds > 0 ? startSeconds : intervalSeconds
  return values.flatMap((value, i) => {
    const end = firstEnd + i * intervalSeconds
    const start = Math.max(0, end - intervalSeconds)
    return value === null || start < warmup ? [] : [{ value, start, end }]
  })
}

type Batch = { value: number; first: number }

/** Equal batches; the last one gets the rest. `first` is the index of its first sample. */
function makeBatches(samples: readonly Sample[]): Batch[] {
  const size = Math.ceil(samples.length / MAX_BATCHES)
  const count = Math.floor(samples.length / size)
  return Array.from({ length: count }, (_, i) => {
    const own = samples.slice(i * size, i === count - 1 ? samples.length : (i + 1) * size)
    return { value: mean(own.map(({ value }) => value)) ?? 0, first: i * size }
  })
}

/**
 * Median of three neighboring values, at the ends of the nearest three (Tukey 1977), because a single stall is no
 * change of level.
 */
function runningMedian(values: readonly number[]): number[] {
  const middle = (a = 0, b = 0, c = 0) => a + b + c - Math.min(a, b, c) - Math.max(a, b, c)
  return values.map((_, i) => {
    const first = Math.min(Math.max(0, i - 1), values.length - 3)
    return middle(values[first], values[first + 1], values[first + 2])
  })
}

/** Least squares line over equally spaced values. */
function fitLine(values: readonly number[]): { squares: number; drift: number } {
  const middle = (values.length - 1) / 2
  const level = mean(values) ?? 0
  const spread = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  const slope = values.reduce((sum, value, i) => sum + (i - middle) * (value - level), 0) / spread
  const squares = values.reduce((sum, value, i) => sum + (value - level - slope * (i - middle)) ** 2, 0)
  return { squares, drift: (slope * (values.length - 1)) / Math.abs(level) }
}

/** The last segments within the tolerance of the last one, merged. */
function tailOf(segments: readonly Segment[]): { index: number; start: number; mean: number } {
  const last = segments.at(-1)
  const level = last?.mean ?? 0
  let index = segments.length - 1
  while (index > 0 && isClose(segments[index - 1]?.mean ?? 0, level)) index -= 1
  return { index, start: segments[index]?.start ?? 0, mean: level }
}

/** The level before the change. Segments of one batch are skipped, because the change happened within them. */
function levelBefore(segments: readonly Segment[], tail: number): Segment {
  const earlier = segments.slice(0, tail)
  const found = earlier.findLast(({ start, end }) => end - start > 1) ?? earlier.at(-1)
  invariant(found !== undefined, 'the tail is not the first segment')
  return found
}

const isClose = (value: number, level: number) => Math.abs(value - level) <= STEADY_TOLERANCE * Math.abs(level)

/** The second of a change. Batches are coarser, so the best split of the samples around it is used. */
function refine(samples: readonly Sample[], batches: readonly Batch[], start: number): number {
  const sampleOf = (batch: number) => batches[batch]?.first ?? samples.length
  const [low, high] = [sampleOf(Math.max(0, start - 2)), sampleOf(start + 2)]
  const around = samples.slice(low, high).map(({ value }) => value)
  let best = { at: sampleOf(start) - low, gain: -1 }
  for (let at = 1; at < around.length; at += 1) {
    const [left, right] = [mean(around.slice(0, at)) ?? 0, mean(around.slice(at)) ?? 0]
    const gain = ((at * (around.length - at)) / around.length) * (left - right) ** 2
    if (gain > best.gain) best = { at, gain }
  }
  return samples[low + best.at]?.start ?? 0
}
