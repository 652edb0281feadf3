import { z } from 'zod'
import { matchesName } from '../../match-name.ts'
import { formatPercent, parseShare } from '../../percent.ts'
import { err, ok, type Result } from '../../result.ts'
import type { TestRule, TestRules } from './gate-rule.ts'

const MAX_BUDGETS = 100

/** The share by which tests may be worse. In the name of the test `*` stands for any text: `scan*`. */
const TestBudget = z.strictObject({
  test: z.string().min(1).max(200),
  share: z.number().positive().max(0.9),
})
export type TestBudget = z.infer<typeof TestBudget>

/** Budgets of a gate. The first one whose name matches a test applies, before every other rule. */
export const TestBudgets = z.array(TestBudget).max(MAX_BUDGETS).default([])

/** Parses `scan*=10%` or `scan*=0.1`. The last equals sign separates, because names of tests contain such signs. */
export function parseTestBudget(text: string): Result<TestBudget, string> {
  const [, test = '', share = ''] = /^(.+)=([^=\s]+)$/.exec(text.trim()) ?? []
  const budget = TestBudget.safeParse({ test, share: parseShare(share) })
  if (budget.success) return ok(budget.data)
  return err(`${JSON.stringify(text)} is not a budget; state a test and a share from 0 to 90%, such as scan*=10%`)
}

/** The rules with the budgets of tests before them. */
export function withBudgets(rules: TestRules, budgets: readonly TestBudget[]): TestRules {
  if (budgets.length === 0) return rules
  return {
    of(scope): TestRule {
      const budget = budgets.find(({ test }) => matchesName(scope.test, test))
      return budget === undefined ? rules.of(scope) : { share: budget.share, boundary: null }
    },
    minChange: Math.min(rules.minChange, ...budgets.map(({ share }) => share)),
    needHistory: rules.needHistory,
    words: `${rules.words}; ${budgets.map(({ test, share }) => `${test} from ${formatPercent(share)}`).join(', ')}`,
  }
}
