/** Dimension values of the environment of a value. */
export type NoiseKey = {
  hardware: string
  benchmark: string
  workload: string
  test: string
  /** Null for a test without a group, which has no floor at that level. */
  group: string | null
  clients: string
  metric: string
}

/** Minimum degrees of freedom of a level that is preferred to wider ones. */
export const MIN_DEGREES_OF_FREEDOM = 10

/** Repeats of one test with the same build and config, summarized for pooled standard deviations. */
export type RepeatGroup = NoiseKey & {
  /** Number of repeats - 1. */
  degreesOfFreedom: number
  /** Sum of the squared deviations of ln(value) from their mean. */
  squares: number
  /** Start of the last repeat in milliseconds since 1970; null if no run states it. */
  at: number | null
  /**
   * ln(value) of each independent repeat in the order of their start, with the run of each; absent in old summaries.
   */
  logs?: readonly number[]
  runs?: readonly string[]
  /** ln(value) of all results, including those of one session, in the order of their start. */
  within?: readonly number[]
  /** True if sessions are unknown because runs have no start times. */
  isUnstated?: boolean
}

export type NoiseLevel = 'test' | 'group' | 'machine'
export const NOISE_LEVELS: readonly NoiseLevel[] = ['test', 'group', 'machine']

/** Names cannot contain NUL, so different values have different keys. */
export function poolKey(key: NoiseKey, level: NoiseLevel): string | null {
  const { hardware, benchmark, workload, test, group, clients, metric } = key
  const common = `${level}\u0000${hardware}\u0000${benchmark}\u0000${metric}`
  if (level === 'machine') return common
  if (level === 'test') return `${common}\u0000${workload}\u0000${test}\u0000${clients}`
  return group === null ? null : `${common}\u0000${workload}\u0000${group}`
}
