import type { UploadSamples } from '../run/upload-document.ts'
import { mean } from '../stats/mean.ts'
import type { Badge } from './badge.ts'

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
 * Machine metrics whose stored average includes a first sample at second 0. No interval had passed then, so that it can
 * only be the mean since boot. An average that leaves it out is right and needs no badge.
 */
export function averagesSinceBoot({
  samples,
  value,
}: {
  samples: readonly UploadSamples[]
  value: (metric: string) => number | null | undefined
}): Badge[] {
  return samples.flatMap(({ metric, startSeconds, values }): Badge[] => {
    const [first, ...rest] = values.filter((sample) => sample !== null)
    const stored = value(metric)
    if (!MACHINE_METRICS.has(metric) || startSeconds !== 0 || values[0] == null || first === undefined) return []
    if (rest.length === 0 || stored == null) return []
    const [withFirst, without] = [mean([first, ...rest]) ?? 0, mean(rest) ?? 0]
    const size = Math.max(Math.abs(withFirst), Math.abs(without))
    if (Math.abs(withFirst - without) <= SAME * size || Math.abs(stored - withFirst) > SAME * size) return []
    const text = `The average of ${metric} includes its first sample, which is the mean since boot.`
    return [{ code: 'since-boot', text, metrics: [metric] }]
  })
}
