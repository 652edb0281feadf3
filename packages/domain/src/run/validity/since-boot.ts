import { mean } from '../../stats/mean.ts'
import type { UploadSamples } from '../upload-document.ts'
import type { ValidityFlag } from './validity-flag.ts'

/** Sampled by vmstat and iostat, whose first line is the mean since the machine was started. */
const MACHINE_METRICS = new Set([
  'cs/s',
  'cpu/s',
  'cpu_us',
  'cpu_sy',
  'cpu_id',
  'cpu_wa',
  'cpu_st',
  'r/s',
  'rMB/s',
  'w/s',
  'wMB/s',
])

/** Differences this small come from rounding. */
const SAME = 1e-6
/**
 * Minimum number of further samples, which show the normal spread; the first sample must be farther away than a
 * multiple of it.
 */
const MIN_SAMPLES = 5
const RANGES_OFF = 3

/**
 * Machine metrics whose stored average includes a first sample that is the mean since boot: it is at second 0, before
 * any interval has passed, and far from all later samples. An average that leaves it out needs no flag.
 */
export function averagesSinceBoot({
  samples,
  value,
}: {
  samples: readonly UploadSamples[]
  value: (metric: string) => number | null | undefined
}): ValidityFlag[] {
  return samples.flatMap(({ metric, startSeconds = 0, values }): ValidityFlag[] => {
    const [first = null, ...others] = values
    const stored = value(metric)
    if (!MACHINE_METRICS.has(metric) || startSeconds !== 0 || first === null || stored == null) return []
    const rest = others.filter((sample) => sample !== null)
    if (rest.length < MIN_SAMPLES || !isFarFrom(first, rest)) return []
    const withFirst = mean([first, ...rest]) ?? 0
    if (Math.abs(stored - withFirst) > SAME * Math.abs(withFirst)) return []
    const text = `The average of ${metric} includes its first sample, which is the mean since boot.`
    return [{ code: 'since-boot', text, metrics: [metric] }]
  })
}

function isFarFrom(first: number, rest: readonly number[]): boolean {
  const [min, max] = [rest.reduce((a, b) => Math.min(a, b)), rest.reduce((a, b) => Math.max(a, b))]
  const off = first < min ? min - first : first - max
  return off > 0 && off > RANGES_OFF * (max - min)
}
