import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import { namedBase } from '../../points-needed.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Agreement } from '../agreement.ts'
import { largestBy, signedWords, subjectWords, withProduct } from './headline-words.ts'

/**
 * "PostgreSQL 18.1 vs 12.22 on 3 machines: most machines agree on 2 regressions and 5 improvements in 33 tests (largest:
 * scan −14% on hetz)".
 */
export function hardwareHeadline(agreements: readonly Agreement[], comparison: Comparison): string | null {
  const several = agreements.filter(({ machines }) => new Set(machines.map(({ machine }) => machine)).size > 1)
  const all = several.flatMap(({ test, machines }) =>
    machines.flatMap(({ machine, ratio }) => (ratio > 0 ? [{ test, machine, ratio }] : [])),
  )
  const largest = largestBy(all, ({ ratio }) => ratio)
  if (largest === undefined) return null
  const base = namedBase(comparison.base).find(({ dimension }) => dimension === 'version')?.value
  const [version, ...others] = comparison.filters.version ?? []
  const pair =
    base === undefined || version === undefined || others.length > 0
      ? undefined
      : `${withProduct(comparison, version)} vs ${base}`
  const count = (change: Verdict) => several.filter(({ verdict }) => verdict?.change === change).length
  const [regressions, improvements] = [count('regression'), count('improvement')]
  const tests = plural(several.length, 'test')
  const counts = `${plural(regressions, 'regression')} and ${plural(improvements, 'improvement')}`
  const agreed =
    regressions + improvements > 0
      ? `most machines agree on ${counts} in ${tests}`
      : `in none of ${tests} do most machines agree on a change`
  const extreme = `${largest.test} ${signedWords(largest.ratio)} on ${largest.machine}`
  return `${subjectWords(comparison, pair)}: ${agreed} (largest: ${extreme})`
}
