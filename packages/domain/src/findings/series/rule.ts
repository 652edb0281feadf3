import { z } from 'zod'
import { BOUNDARY_METHODS } from './detect/boundary.ts'

export const DETECTORS = ['levels', 'e-divisive', 'step-fit'] as const
export const RULE_METHODS = [...DETECTORS, ...BOUNDARY_METHODS] as const
export type RuleMethod = (typeof RULE_METHODS)[number]

/** Method that judges a series. A boundary without a limit uses its default; detectors have no limit. */
export const SeriesRule = z.strictObject({
  method: z.enum(RULE_METHODS),
  /** Limit of a boundary; its unit depends on the method. */
  limit: z.number().positive().max(100).optional(),
  /** Changes smaller than this share are not reported. */
  minChange: z.number().min(0).max(10).optional(),
})
export type SeriesRule = z.infer<typeof SeriesRule>

export const DEFAULT_RULE: SeriesRule = { method: 'levels' }

/** The series that a rule applies to; an empty text matches any value. */
export const RuleScope = z.strictObject({
  test: z.string().max(200).default(''),
  metric: z.string().max(200).default(''),
  hardware: z.string().max(200).default(''),
})
export type RuleScope = z.infer<typeof RuleScope>

export const NewStoredRule = z.strictObject({ place: RuleScope, rule: SeriesRule })
export const StoredRule = z.strictObject({ id: z.string(), place: RuleScope, rule: SeriesRule, updatedAt: z.string() })
export type StoredRule = z.infer<typeof StoredRule>

/**
 * The most specific rule for a series: the one that sets most of the three fields; test beats metric, metric beats
 * hardware.
 */
export function ruleFor(rules: readonly Pick<StoredRule, 'place' | 'rule'>[], scope: RuleScope): SeriesRule {
  let best: { rule: SeriesRule; closeness: number } = { rule: DEFAULT_RULE, closeness: -1 }
  for (const { place: own, rule } of rules) {
    if (!KEYS.every((key) => own[key] === '' || own[key] === scope[key])) continue
    const closeness = KEYS.reduce((sum, key, i) => sum + (own[key] === '' ? 0 : 8 + 2 ** (2 - i)), 0)
    if (closeness > best.closeness) best = { rule, closeness }
  }
  return best.rule
}

const KEYS = ['test', 'metric', 'hardware'] as const

const METHOD_WORDS: Readonly<Record<RuleMethod, string>> = {
  levels: 'levels (default)',
  'e-divisive': 'E-divisive',
  'step-fit': 'step fit',
  percentage: 'percentage',
  'z-score': 'z-score',
  't-test': 't test',
  'log-normal': 'log-normal',
  iqr: 'IQR',
  'delta-iqr': 'delta IQR',
}

export const methodWord = (method: RuleMethod): string => METHOD_WORDS[method]

/** Formats "t test 0.99, from 5%". */
export function ruleWords({ method, limit, minChange }: SeriesRule): string {
  const parts = [limit === undefined ? METHOD_WORDS[method] : `${METHOD_WORDS[method]} ${limit}`]
  if (minChange !== undefined && minChange > 0) parts.push(`from ${Number((100 * minChange).toFixed(2))}%`)
  return parts.join(', ')
}

/** Formats "any test, metric qps, any hardware". */
export const ruleScopeWords = (scope: RuleScope): string =>
  KEYS.map((key) => (scope[key] === '' ? `any ${key}` : `${key} ${scope[key]}`)).join(', ')
