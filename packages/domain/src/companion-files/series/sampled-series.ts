/** Samples of one metric during a test, as a sampler of the machine wrote them. */
export type SampledSeries = {
  metric: string
  /** Null where a sample is missing. */
  values: readonly (number | null)[]
  intervalSeconds: number
}

/** Means of the series, by metric. */
export function meansOf(series: readonly SampledSeries[]): Record<string, number> {
  return Object.fromEntries(
    series.flatMap(({ metric, values }) => {
      const known = values.filter((value) => value !== null)
      return known.length === 0 ? [] : [[metric, known.reduce((sum, value) => sum + value, 0) / known.length] as const]
    }),
  )
}

/** Seconds by which a sampler may start before the test and end after it. */
const LOOSE_ENDS_SECONDS = 2

/**
 * True when the samples cover the test and little else, so that they may be drawn over its time. Samplers do not state
 * when the test began.
 */
export const coversTest = ({ values, intervalSeconds }: SampledSeries, elapsedSeconds: number | undefined): boolean =>
  elapsedSeconds !== undefined &&
  Math.abs(values.length * intervalSeconds - elapsedSeconds) <= Math.max(LOOSE_ENDS_SECONDS, intervalSeconds)
