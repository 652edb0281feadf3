import { applyRule } from '@assay/domain/findings/series/apply-rule'
import { expect, test } from 'vitest'
import { applyRuleCached } from './apply-rule-cached.ts'

const SERIES = Array.from({ length: 200 }, (_, i) => (i < 120 ? 1_000 : 900) + (i % 5))

test('equal values under the same rule are judged once, and any other value or rule is judged again', () => {
  const judged = applyRuleCached({ method: 'levels' }, SERIES)
  expect(judged).toEqual(applyRule({ method: 'levels' }, SERIES))
  expect(applyRuleCached({ method: 'levels' }, [...SERIES])).toBe(judged)
  const changed = SERIES.with(50, 1_001.5)
  expect(applyRuleCached({ method: 'levels' }, changed)).not.toBe(judged)
  expect(applyRuleCached({ method: 'levels' }, changed)).toEqual(applyRule({ method: 'levels' }, changed))
  expect(applyRuleCached({ method: 'levels', minChange: 0.5 }, SERIES).flags).toEqual([])
})
