import { findKnownMetric } from '../run/metric.ts'
import type { NamedResult } from './build-document.ts'

/** Operations per second: what the test is judged by, where that is a rate. */
export function throughputOf({ test, values }: Pick<NamedResult, 'test' | 'values'>): number | null {
  const { primaryMetric } = test
  if (primaryMetric === undefined) return null
  const isRate = (findKnownMetric(primaryMetric)?.unit ?? primaryMetric).endsWith('/s')
  return isRate ? (values[primaryMetric] ?? null) : null
}
