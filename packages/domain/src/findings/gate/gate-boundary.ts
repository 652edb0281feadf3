import type { Better } from '../../run/metric.ts'
import { limitsOf } from '../series/detect/boundary.ts'
import type { TestRule } from './gate-rule.ts'

/**
 * Position of a value relative to a boundary: beyond it on either side, inside, or unknown because the history is too
 * short or constant.
 */
export type BoundaryVerdict = 'worse' | 'better' | 'same' | 'cannot tell'

/**
 * Applies a boundary to a candidate.
 *
 * @param history of the test up to the base, oldest first.
 */
export function boundaryVerdict(
  { method, limit, minChange = 0 }: NonNullable<TestRule['boundary']>,
  history: readonly number[],
  { value, better }: { value: number; better: Better },
): BoundaryVerdict {
  const limits = limitsOf(method, history, limit)
  if (!limits.ok || better === 'neither') return 'cannot tell'
  const { low, center, high } = limits.value
  const change = Math.max(value / center, center / value) - 1
  if ((value >= low && value <= high) || change < minChange) return 'same'
  return value > high === (better === 'higher') ? 'better' : 'worse'
}
