import { hash } from 'node:crypto'
import { applyRule, type Judgement } from '@assay/domain/findings/series/apply-rule'
import type { SeriesRule } from '@assay/domain/findings/series/rule'

/** Series that are read again and again are some pages and their charts; a judgement is a few hundred bytes. */
const MAX_KEPT = 2_000

const kept = new Map<string, Judgement>()

/** `applyRule`, which finds the levels of the same values by the same rule only once: its answer depends on nothing else. */
export function applyRuleOnce(rule: SeriesRule, values: readonly number[]): Judgement {
  const content = new Uint8Array(Float64Array.from(values).buffer)
  const key = `${JSON.stringify(rule)} ${hash('sha256', content, 'base64')}`
  const found = kept.get(key) ?? applyRule(rule, values)
  // Deleted and inserted again, so that the first key of the map is the one that was asked for least recently.
  kept.delete(key)
  kept.set(key, found)
  const oldest = kept.keys().next().value
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return found
}
