/**
 * Samples on an even grid of intervals. The sample at `seconds` fills the interval that ends nearest to it, so a late,
 * missing or unreadable sample leaves a gap (null) and does not move the others.
 */
export type SampleGrid<T> = { intervalSeconds: number; startSeconds: number; samples: readonly (T | null)[] }

/** Maximum intervals of an upload; a clock that jumps could exceed it. */
const MAX_INTERVALS = 200_000

/** Larger times are seconds since 1970. */
const EPOCH = 1e9

/**
 * Assigns samples to intervals.
 *
 * @param samples in any order; `seconds` since the start, or since 1970. Of several samples in one interval the first
 * is used. A last sample that was taken early, when the run ended, covers only part of an interval and is left out.
 * @returns null for fewer than two samples, or if the typical distance is below one second.
 */
export function onGrid<T extends { seconds: number }>(samples: readonly T[]): SampleGrid<T> | null {
  const sorted = samples.filter(({ seconds }) => seconds > 0).toSorted((a, b) => a.seconds - b.seconds)
  const [first] = sorted
  const intervalSeconds = typicalDistance(sorted.map(({ seconds }) => seconds))
  if (first === undefined || intervalSeconds < 1) return null
  const origin = first.seconds > EPOCH ? first.seconds - intervalSeconds : 0
  const placed = new Map<number, T>()
  for (const sample of withoutEarlyEnd(sorted, intervalSeconds)) {
    const interval = Math.round((sample.seconds - origin) / intervalSeconds)
    if (interval >= 1 && interval <= MAX_INTERVALS && !placed.has(interval)) placed.set(interval, sample)
  }
  const intervals = [...placed.keys()]
  const [from, to] = [Math.min(...intervals.slice(0, 1)), intervals.at(-1) ?? 0]
  if (intervals.length < 2) return null
  return {
    intervalSeconds,
    startSeconds: from * intervalSeconds,
    samples: Array.from({ length: to - from + 1 }, (_, i) => placed.get(from + i) ?? null),
  }
}

function withoutEarlyEnd<T extends { seconds: number }>(sorted: readonly T[], intervalSeconds: number): readonly T[] {
  const [before, last] = sorted.slice(-2)
  if (before === undefined || last === undefined) return sorted
  return last.seconds - before.seconds < WHOLE_INTERVAL * intervalSeconds ? sorted.slice(0, -1) : sorted
}

/** Minimum share of an interval that the last sample must cover, because programs wake up a little early or late. */
const WHOLE_INTERVAL = 0.8

/**
 * The typical distance of samples in whole seconds: the total span divided by the number of intervals that the median
 * distance suggests, because times jitter and some samples are missing. The end of a run may shorten the last distance.
 */
function typicalDistance(seconds: readonly number[]): number {
  const distances = seconds.slice(1).map((second, i) => second - (seconds[i] ?? 0))
  const whole = distances.length > 1 ? distances.slice(0, -1) : distances
  const sorted = whole.filter((distance) => distance > 0).sort((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const span = whole.reduce((sum, distance) => sum + distance, 0)
  const count = Math.round(span / median)
  return median < 0.5 || count < 1 ? 0 : Math.round(span / count)
}
