import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { type Gate, gateOf } from '@assay/domain/findings/gate/gate'
import { type GateRule, testRules } from '@assay/domain/findings/gate/gate-rule'
import { type TestBudget, withBudgets } from '@assay/domain/findings/gate/test-budget'
import type { StoredRule } from '@assay/domain/findings/series/rule'
import { historyOfPoints } from './history-of-points.ts'

/** The data that decide a gate, besides the results of both sides. */
export type GateInput = {
  rule: GateRule
  rules: readonly Pick<StoredRule, 'place' | 'rule'>[]
  budgets: readonly TestBudget[]
  strict: boolean
  /** Machines with a larger noise are excluded; undefined keeps all. */
  maxNoise: number | undefined
  /** Results of earlier versions; null when no rule needs them. */
  history: readonly Point[] | null
}

/** Judges the results of both sides. */
export function judgeGate(set: PointSet, comparison: Comparison, input: GateInput): Gate {
  const { rule, rules, budgets, strict, maxNoise, history } = input
  const historyOf = history === null ? () => [] : historyOfPoints(history)
  const own = withBudgets(testRules(rule, rules), budgets)
  return gateOf(compare(set, comparison), { rules: own, strict, maxNoise, points: set.points, historyOf })
}
