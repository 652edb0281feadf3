/**
 * The samples of `--report-interval` as columns of one length; a column that the test does not print (tps of the
 * cpu test) is absent, a value that one line lacks is null.
 */
export type SysbenchIntervals = {
  /** Seconds from the start of the measured part to the end of each interval, as printed between the brackets. */
  seconds: number[]
  /** Distance between samples; null when it is not the same throughout. */
  intervalSeconds: number | null
  /** Which percentile the latency column holds, such as 95. */
  percentile: number | null
  columns: Partial<Record<SysbenchIntervalColumn, (number | null)[]>>
}

export type SysbenchIntervalColumn =
  | 'threads'
  | 'tps'
  | 'qps'
  | 'readQps'
  | 'writeQps'
  | 'otherQps'
  | 'eventsPerSecond'
  | 'latencyMs'
  | 'errorsPerSecond'
  | 'reconnectsPerSecond'
