import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid, GridTable } from '../../grid.ts'
import {
  firstThatFits,
  knownWords,
  largestBy,
  medianOf,
  signedWords,
  speedWords,
  subjectWords,
  withoutWorkload,
  withProduct,
} from './headline-words.ts'

/**
 * The column that differs most from the base: "PostgreSQL 18.0 x10c vs 17.6 x10b on dell32: 3% slower in the median of
 * 33 tests (worst: scan −14%, best: update +9%)".
 */
export function columnHeadline({ tables }: Grid, comparison: Comparison): string | null {
  const columns = tables.flatMap((table) =>
    table.columns.flatMap(({ label, isBase }, at) => {
      const tests = isBase ? [] : comparedTests(table, at)
      const middle = medianOf(tests.map(({ ratio }) => ratio))
      return middle === null
        ? []
        : [{ label, base: table.baseLabel ?? 'the base', table: table.key.label, tests, middle }]
    }),
  )
  const widest = largestBy(columns, ({ middle }) => middle)
  const sorted = widest?.tests.toSorted((a, b) => a.ratio - b.ratio) ?? []
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (widest === undefined || low === undefined || high === undefined) return null
  const { label, base, table, middle, tests } = widest
  const pair = `${withProduct(comparison, label)} vs ${knownWords(base)}`
  const of = table === '' ? '' : `, ${table}`
  const answer =
    tests.length === 1
      ? `${speedWords(low.ratio)} in ${low.test}`
      : `${speedWords(middle)} in the median of ${plural(tests.length, 'test')}`
  const range = `worst: ${low.test} ${signedWords(low.ratio)}, best: ${high.test} ${signedWords(high.ratio)}`
  return firstThatFits(
    ...(tests.length === 1 ? [] : [`${subjectWords(comparison, pair)}${of}: ${answer} (${range})`]),
    `${subjectWords(comparison, pair)}${of}: ${answer}`,
    `${subjectWords(withoutWorkload(comparison), pair)}: ${answer}`,
  )
}

/** Ratios above 1 are better for every metric. */
function comparedTests({ groups, better }: GridTable, at: number): { test: string; ratio: number }[] {
  return groups.flatMap(({ rows }) =>
    rows.flatMap(({ label, cells }) => {
      const ratio = cells[at]?.ratio ?? null
      return ratio === null || ratio <= 0 ? [] : [{ test: label, ratio: better === 'lower' ? 1 / ratio : ratio }]
    }),
  )
}
