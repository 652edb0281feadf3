import type { Verdict } from '../../compare/verdict/verdict.ts'
import type { Better } from '../../run/metric.ts'
import { limitsOf } from '../series/detect/boundary.ts'
import type { TestRule } from './gate-rule.ts'

/**
 * Applies a boundary to a candidate: a value inside is no change, and a history that is too short or constant is
 * inconclusive.
 *
 * @param history of the test up to the base, oldest first.
 */
export function boundaryVerdict(
  { method, limit, minChange = 0 }: NonNullable<TestRule['boundary']>,
  history: readonly number[],
  { value, better }: { value: number; better: Better },
): Verdict {
  const limits = limitsOf(method, history, limit)
  if (!limits.ok || better === 'neither') return 'inconclusive'
  const { low, center, high } = limits.value
  const change = Math.max(value / center, center / value) - 1
  if ((value >= low && value <= high) || change < minChange) return 'no change'
  return value > high === (better === 'higher') ? 'improvement' : 'regression'
}
