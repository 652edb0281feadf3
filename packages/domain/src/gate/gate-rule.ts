import { z } from 'zod'
import { DEFAULT_BANDS } from '../compare/comparison.ts'
import { err, ok, type Result } from '../result.ts'
import { type RulePlace, ruleFor, type StoredRule } from '../series/rule.ts'

/**
 * How much a test must change before it is told: by the rules of the project, each test by the one that is closest to it;
 * or one share for all. Whether a change is more than noise the verdicts decide either way.
 */
export const GateRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('project') }),
  z.strictObject({ kind: z.literal('share'), share: z.number().positive().max(0.9) }),
])
export type GateRule = z.infer<typeof GateRule>

export const DEFAULT_GATE_RULE: GateRule = { kind: 'project' }

/** What changes are told from where nobody said otherwise: the distance of the bands from 1. */
export const DEFAULT_SHARE = Number((1 - DEFAULT_BANDS.worse).toFixed(10))

/** `project`, or a share such as `3%` or `0.03`. */
export function parseGateRule(text: string): Result<GateRule, string> {
  const word = text.trim().toLowerCase()
  if (word === 'project') return ok(DEFAULT_GATE_RULE)
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(word) ?? []
  const share = Number(digits) / (percent === '%' ? 100 : 1)
  const rule = GateRule.safeParse({ kind: 'share', share })
  if (digits !== undefined && rule.success) return ok(rule.data)
  return err(`${JSON.stringify(text)} is no rule: say project, or the smallest change that counts, such as 3% or 0.03`)
}

export type Shares = {
  /** From which change on a test of that place is told. */
  of(place: RulePlace): number
  /** The smallest that any place can have, which the comparison must be able to tell. */
  least: number
  /** In words. */
  words: string
}

/** The shares of a rule, with the rules of the project. */
export function sharesOf(rule: GateRule, stored: readonly Pick<StoredRule, 'place' | 'rule'>[]): Shares {
  if (rule.kind === 'share') {
    return { of: () => rule.share, least: rule.share, words: `changes from ${percent(rule.share)}` }
  }
  const own = stored.filter(({ rule: { minChange = 0 } }) => minChange > 0)
  const of = (place: RulePlace) => ruleFor(stored, place).minChange || DEFAULT_SHARE
  const least = Math.min(DEFAULT_SHARE, ...own.map(({ rule: { minChange = DEFAULT_SHARE } }) => minChange))
  const others = own.length === 0 ? '' : `, ${own.length} ${own.length === 1 ? 'rule' : 'rules'} of the project`
  return { of, least, words: `changes from ${percent(DEFAULT_SHARE)}${others}` }
}

const percent = (share: number) => `${Number((100 * share).toFixed(2))}%`
