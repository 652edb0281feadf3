import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testRules } from './gate-rule.ts'
import { parseTestBudget, withBudgets } from './test-budget.ts'

test.each([
  ['scan*=10%', { test: 'scan*', share: 0.1 }],
  ['hot-points_range=100=0.05', { test: 'hot-points_range=100', share: 0.05 }],
])('%s is a budget', (text, budget) => {
  expect(parseTestBudget(text)).toEqual({ ok: true, value: budget })
})

test.each(['scan', 'scan=', '=5%', 'scan=0%', 'scan=95%', 'scan=-3%', 'scan=5 percent'])('%s is refused', (text) => {
  expect(parseTestBudget(text)).toEqual({ ok: false, error: expect.stringContaining('such as scan*=10%') })
})

const rules = testRules({ kind: 'share', share: 0.05 }, [])
const shareOf = (budgets: { test: string; share: number }[], name: string) =>
  withBudgets(rules, budgets).of({ test: name, metric: 'qps', hardware: 'h' }).share

test('the first budget whose name matches applies, and the rule applies to all other tests', () => {
  const budgets = [
    { test: 'scan', share: 0.2 },
    { test: 'sc*', share: 0.3 },
  ]
  expect(['scan', 'scan_range', 'insert'].map((name) => shareOf(budgets, name))).toEqual([0.2, 0.3, 0.05])
  expect(withBudgets(rules, [{ test: 'x', share: 0.01 }]).minChange).toBe(0.01)
})

test('a name without * matches itself only, whatever characters it has', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, other) => {
      fc.pre(!name.includes('*'))
      expect(shareOf([{ test: name, share: 0.4 }], name)).toBe(0.4)
      expect(shareOf([{ test: name, share: 0.4 }], other)).toBe(other === name ? 0.4 : 0.05)
    }),
  )
})
