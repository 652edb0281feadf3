import { dimensionWord } from '../axis-label.ts'
import type { DimensionName } from '../dimension.ts'
import type { GridWarning } from '../grid.ts'
import { listNames } from '../render/list-names.ts'

/** A rule that excludes results from a comparison, with the number that it removes after the previous rules. */
export type LeftOut =
  | { rule: 'filter'; dimension: DimensionName; values: readonly string[]; results: number }
  /** Warm-up and load steps, which are listed only on request. */
  | { rule: 'role'; results: number }
  /** Results without any of the metrics. */
  | { rule: 'metric'; metrics: readonly string[]; results: number }

/** All stored results of a project, and the rules in the order in which they apply. */
export type LeftOutReport = { stored: number; rules: readonly LeftOut[] }

/**
 * Formats a warning such as "No result is left of 2310: hardware pn53 excludes 1800, ..." Each count refers to the
 * results that the previous rules left, so the counts add up to all stored results.
 */
export function leftOutWarning({ stored, rules }: LeftOutReport): GridWarning {
  if (stored === 0) return { code: 'left-out', text: 'No results are stored in this project yet.' }
  const removing = rules.filter(({ results }) => results > 0)
  const words = removing.map((rule) => `${ruleWords(rule)} excludes ${rule.results}`)
  const removed = removing.reduce((sum, { results }) => sum + results, 0)
  const rest = stored - removed
  const others = rest > 0 ? [`${rest} have no value, or newer runs replace them`] : []
  const last = removing.at(-1)
  const next = last === undefined ? '' : ` ${nextStep(last)}`
  return {
    code: 'left-out',
    text: `No result is left of ${stored} stored: ${[...words, ...others].join('; ')}.${next}`,
  }
}

function ruleWords(rule: LeftOut): string {
  switch (rule.rule) {
    case 'filter':
      return `the filter ${dimensionWord(rule.dimension)} ${listNames(rule.values)}`
    case 'role':
      return 'the restriction to measured steps'
    case 'metric':
      return `the choice of metric ${listNames(rule.metrics)}`
  }
}

function nextStep(rule: LeftOut): string {
  switch (rule.rule) {
    case 'filter':
      return `Change or remove the filter ${dimensionWord(rule.dimension)}.`
    case 'role':
      return 'List warm-up and load steps too (steps=all).'
    case 'metric':
      return 'Choose a metric that these results have.'
  }
}
