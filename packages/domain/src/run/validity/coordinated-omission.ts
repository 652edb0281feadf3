import { readQuantileMetric } from '../../histograms/quantile-metric.ts'
import { KNOWN_METRICS } from '../metric.ts'
import type { ValidityFlag } from './validity-flag.ts'

/** A quantile is in doubt when the lower bound of the corrected one is at least this many times as large. */
const OMISSION_FACTOR = 2

/** Quantiles that tools print or that the import computes, in both spellings, with the longest response time of each. */
const JUDGED = [
  ...['latency_ms_p95', 'latency_ms_p99', 'latency_ms_p99.9'].map((name) => ({ name, longest: 'latency_ms_max' })),
  ...KNOWN_METRICS.filter(({ name }) => /^p\d/.test(name)).map(({ name }) => ({ name, longest: 'pmax' })),
]

type Timed = { clients: number; value: (metric: string) => number | null | undefined }

/**
 * Flags quantiles that a stall makes too small. A client that waits for a response sends nothing meanwhile, so a closed
 * loop records one slow request where users would have met many (coordinated omission, Gil Tene). At least one client
 * waited for the longest response time M. Of requests that are spread evenly over the time T of C clients, a share of
 * (M - x) / (T * C) would have taken longer than x, so the quantile q is at least M - (1 - q) * T * C. Where load is sent
 * at a fixed rate the recorded quantile already obeys that bound, and no flag is set.
 */
export function coordinatedOmission({ clients, value }: Timed): ValidityFlag[] {
  const elapsed = value('elapsed_s')
  if (elapsed == null || elapsed <= 0) return []
  const doubtful = JUDGED.flatMap(({ name, longest }) => {
    const [quantile, recorded, max] = [readQuantileMetric(name), value(name), value(longest)]
    if (quantile === null || recorded == null || max == null) return []
    const ms = quantile.unitMs
    const bound = max * ms - (1 - quantile.quantile) * elapsed * 1_000 * clients
    return bound > OMISSION_FACTOR * recorded * ms ? [{ name, recorded: recorded * ms, max: max * ms, bound }] : []
  })
  return doubtful.map(({ name, recorded, max, bound }) => ({
    code: 'coordinated-omission',
    text: `${name} is ${shown(recorded)} ms, but a client waited ${shown(max)} ms and sent nothing meanwhile; at an even rate it would be at least ${shown(bound)} ms.`,
    metrics: [name],
  }))
}

const shown = (ms: number): string => ms.toLocaleString('en-US', { maximumSignificantDigits: 3 })
