import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { type Gate, gateOf } from '@assay/domain/findings/gate/gate'
import { type GateRule, testRules } from '@assay/domain/findings/gate/gate-rule'
import type { StoredRule } from '@assay/domain/findings/series/rule'
import { historyOfPoints } from './history-of-points.ts'

/** The data that decide a gate, besides the results of both sides. */
export type GateInput = {
  rule: GateRule
  rules: readonly Pick<StoredRule, 'place' | 'rule'>[]
  strict: boolean
  /** Results of earlier versions; null when no rule needs them. */
  history: readonly Point[] | null
}

/** Judges the results of both sides. */
export function judgeGate(set: PointSet, comparison: Comparison, { rule, rules, strict, history }: GateInput): Gate {
  const historyOf = history === null ? () => [] : historyOfPoints(history)
  return gateOf(compare(set, comparison), { rules: testRules(rule, rules), strict, points: set.points, historyOf })
}
