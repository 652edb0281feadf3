import { hash } from 'node:crypto'
import { applyRule, type Judgement } from '@assay/domain/findings/series/apply-rule'
import type { SeriesRule } from '@assay/domain/findings/series/rule'

/**
 * Maximum cached judgements, of a few hundred bytes each; frequently read series are those of some pages and their
 * charts.
 */
const MAX_CACHED = 2_000

const cache = new Map<string, Judgement>()

/** Cached `applyRule`: the result depends only on the values and the rule. */
export function applyRuleCached(rule: SeriesRule, values: readonly number[]): Judgement {
  const content = new Uint8Array(Float64Array.from(values).buffer)
  const key = `${JSON.stringify(rule)} ${hash('sha256', content, 'base64')}`
  const found = cache.get(key) ?? applyRule(rule, values)
  // Deleted and inserted again, so that the first key of the map is the least recently used one.
  cache.delete(key)
  cache.set(key, found)
  const oldest = cache.keys().next().value
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  return found
}
