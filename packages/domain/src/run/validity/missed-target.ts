import { BACKGROUND_RATE } from '../../benchmarks/iibench/iibench-metrics.ts'
import { formatNumber } from './flag-numbers.ts'
import type { JudgedResult } from './judged-result.ts'
import type { ValidityFlag } from './validity-flag.ts'

/** A background rate of at least this share of its target meets it. */
export const TARGET_MET = 0.95

/** Metrics of the background rate of a step; the first one that a result has is used. */
const BACKGROUND_RATES = [BACKGROUND_RATE, 'inserts/s', 'ips'] as const

/** Flags a step whose background rate is below its target. */
export function missedTarget({ test, clients, value }: JudgedResult): ValidityFlag[] {
  if (test.targetRate == null) return []
  const rate = BACKGROUND_RATES.map(value).find((found) => found != null)
  const target = test.targetRate * clients
  if (rate == null || rate >= TARGET_MET * target) return []
  const share = Math.floor((100 * rate) / target)
  return [
    {
      code: 'missed-target',
      text: `Background rate ${formatNumber(rate)}/s of ${formatNumber(target)}/s (${share}%).`,
    },
  ]
}
