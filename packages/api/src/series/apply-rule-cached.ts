import { hash } from 'node:crypto'
import { applyRule, type Judgment } from '@assay/domain/findings/series/apply-rule'
import type { SeriesRule } from '@assay/domain/findings/series/rule'

/**
 * Maximum cached judgments, of a few hundred bytes each; frequently read series are those of some pages and their
 * charts.
 */
const MAX_CACHED = 2_000

const cache = new Map<string, Judgment>()

/** Cached `applyRule`: the result depends only on the values and the rule. */
export function applyRuleCached(rule: SeriesRule, values: readonly number[]): Judgment {
  const key = keyOf(rule, values)
  const found = cache.get(key) ?? applyRule(rule, values)
  keep(key, found)
  return found
}

/** True when `applyRuleCached` would not compute. */
export const isJudged = (rule: SeriesRule, values: readonly number[]): boolean => cache.has(keyOf(rule, values))

/** Caches a judgment that was computed elsewhere. */
export const cacheJudgment = (rule: SeriesRule, values: readonly number[], judgment: Judgment): void =>
  keep(keyOf(rule, values), judgment)

function keyOf(rule: SeriesRule, values: readonly number[]): string {
  const content = new Uint8Array(Float64Array.from(values).buffer)
  return `${JSON.stringify(rule)} ${hash('sha256', content, 'base64')}`
}

function keep(key: string, judgment: Judgment): void {
  // Deleted and inserted again, so that the first key of the map is the least recently used one.
  cache.delete(key)
  cache.set(key, judgment)
  const oldest = cache.keys().next().value
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
}
