import { findKnownMetric } from '../run/metric.ts'
import type { NamedResult } from './build-document.ts'

/** Operations per second of a result: its primary metric, if that is a rate; otherwise null. */
export function throughputOf({ test, values }: Pick<NamedResult, 'test' | 'values'>): number | null {
  const { primaryMetric } = test
  if (primaryMetric === undefined) return null
  const isRate = (findKnownMetric(primaryMetric)?.unit ?? primaryMetric).endsWith('/s')
  return isRate ? (values[primaryMetric] ?? null) : null
}
