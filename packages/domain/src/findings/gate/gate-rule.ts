import { z } from 'zod'
import { DEFAULT_BANDS } from '../../compare/comparison.ts'
import { formatPercent, parseShare } from '../../percent.ts'
import { plural } from '../../plural.ts'
import { err, ok, type Result } from '../../result.ts'
import { BOUNDARIES, BOUNDARY_METHODS, type BoundaryMethod } from '../series/detect/boundary.ts'
import { type RuleScope, ruleFor, ruleWords, type SeriesRule, type StoredRule } from '../series/rule.ts'

/**
 * The rule for the smallest change: the most specific rule of the project for each test, one share for all tests, or a
 * boundary on the history of each test. Without a boundary the verdicts of the comparison decide.
 */
export const GateRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('project') }),
  z.strictObject({ kind: z.literal('share'), share: z.number().positive().max(0.9) }),
  z.strictObject({
    kind: z.literal('boundary'),
    method: z.enum(BOUNDARY_METHODS),
    limit: z.number().positive().max(100).optional(),
  }),
])
export type GateRule = z.infer<typeof GateRule>

export const DEFAULT_GATE_RULE: GateRule = { kind: 'project' }

/** The default size of a change: the distance of the bands from 1. */
export const DEFAULT_SHARE = Number((1 - DEFAULT_BANDS.worse).toFixed(10))

/** Parses `project`, a share such as `3%` or `0.03`, or a boundary such as `t-test`, with its limit `t-test:0.999`. */
export function parseGateRule(text: string): Result<GateRule, string> {
  const word = text.trim().toLowerCase()
  if (word === 'project') return ok(DEFAULT_GATE_RULE)
  const [method, limit] = word.split(':')
  const boundary =
    limit === undefined ? { kind: 'boundary', method } : { kind: 'boundary', method, limit: Number(limit) }
  const share = parseShare(word)
  const rule = GateRule.safeParse(share === null ? boundary : { kind: 'share', share })
  if (rule.success) return ok(rule.data)
  return err(
    `${JSON.stringify(text)} is not a rule: say project, the smallest change that counts, such as 3% or 0.03, or a boundary: ${BOUNDARY_METHODS.join(', ')}`,
  )
}

/**
 * The rule of one test: the smallest reported change, and a boundary on its history that decides instead of the
 * verdict, if there is one.
 */
export type TestRule = { share: number; boundary: (SeriesRule & { method: BoundaryMethod }) | null }

export type TestRules = {
  of(scope: RuleScope): TestRule
  /** The smallest share of any test, which sets the bands of the comparison. */
  minChange: number
  /** True if a test may have a boundary, so that histories must be read. */
  needHistory: boolean
  /** Description of the rule. */
  words: string
}

/** Resolves a rule for each test, with the stored rules of the project. */
export function testRules(rule: GateRule, stored: readonly Pick<StoredRule, 'place' | 'rule'>[]): TestRules {
  switch (rule.kind) {
    case 'share':
      return {
        of: () => ({ share: rule.share, boundary: null }),
        minChange: rule.share,
        needHistory: false,
        words: `changes from ${formatPercent(rule.share)}`,
      }
    case 'boundary': {
      const { method, limit } = rule
      const boundary = { method, ...(limit === undefined ? {} : { limit }) }
      const stated = { method, limit: limit ?? BOUNDARIES[method].limit }
      return {
        of: () => ({ share: DEFAULT_SHARE, boundary }),
        minChange: DEFAULT_SHARE,
        needHistory: true,
        words: `${ruleWords(stated)} on the history of each test`,
      }
    }
    case 'project':
      return projectRules(stored)
  }
}

function projectRules(stored: readonly Pick<StoredRule, 'place' | 'rule'>[]): TestRules {
  const shares = stored.flatMap(({ rule: { minChange = 0 } }) => (minChange > 0 ? [minChange] : []))
  const boundaries = stored.filter(({ rule }) => boundaryOf(rule) !== null)
  const own = stored.filter(({ rule }) => (rule.minChange ?? 0) > 0 || boundaryOf(rule) !== null)
  const others = own.length === 0 ? '' : `, ${plural(own.length, 'rule')} of the project`
  return {
    of(scope) {
      const rule = ruleFor(stored, scope)
      return { share: rule.minChange || DEFAULT_SHARE, boundary: boundaryOf(rule) }
    },
    minChange: Math.min(DEFAULT_SHARE, ...shares),
    needHistory: boundaries.length > 0,
    words: `changes from ${formatPercent(DEFAULT_SHARE)}${others}`,
  }
}

/** Detectors find levels, but one new result is not a level, so the verdict decides instead. */
function boundaryOf(rule: SeriesRule): TestRule['boundary'] {
  const method = BOUNDARY_METHODS.find((name) => name === rule.method)
  return method === undefined ? null : { ...rule, method }
}
