import type { GridWarning } from '../grid.ts'

/** The noun of each kind of warning, singular and plural. */
const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'hidden-dimension': ['hidden difference', 'hidden differences'],
  'hidden-dimension-mixed': ['difference mixed as repeats', 'differences mixed as repeats'],
  'fact-differs': ['fact that differs', 'facts that differ'],
  'base-missing': ['base without results', 'bases without results'],
  'ambiguous-base': ['ambiguous base', 'ambiguous bases'],
  'base-differs': ['base that differs', 'bases that differ'],
  'rows-of-base-only': ['list of rows that only the base has', 'lists of rows that only the base has'],
  'incomplete-rows': ['table with rows that not every column has', 'tables with rows that not every column has'],
  'metric-missing': ['metric without results', 'metrics without results'],
  'fallback-metric': ['metric in place of a primary one', 'metrics in place of primary ones'],
  'nothing-compared': ['table without a comparison', 'tables without a comparison'],
  'all-rows-hidden': ['table whose rows are all hidden', 'tables whose rows are all hidden'],
  'not-shown': ['part that is not shown', 'parts that are not shown'],
  'left-out': ['filter that excludes all results', 'filters that exclude all results'],
  'as-published': ['note on the arithmetic of the archive', 'notes on the arithmetic of the archive'],
  'archive-average': ['note on averages of the archive', 'notes on averages of the archive'],
}
const OTHER = ['other', 'others'] as const

/**
 * Counts warnings by kind, where space is limited: "2 hidden differences", "1 metric without results". Kinds are in the
 * order of their first warning; warnings of an unlisted kind come last.
 */
export function warningKinds(warnings: readonly GridWarning[]): string[] {
  const words = ({ code }: GridWarning) => KINDS[code] ?? OTHER
  const kinds = [...Map.groupBy(warnings, words)]
  const ordered = [...kinds.filter(([kind]) => kind !== OTHER), ...kinds.filter(([kind]) => kind === OTHER)]
  return ordered.map(([[one, many], { length }]) => `${length} ${length === 1 ? one : many}`)
}

const MAX_SHORT_WARNINGS = 3
const MAX_SHORT_CHARACTERS = 700

/** True when warnings need so little space that they are shown in full above the tables. */
export const isShortList = (warnings: readonly GridWarning[]): boolean =>
  warnings.length <= MAX_SHORT_WARNINGS &&
  warnings.reduce((sum, { text }) => sum + text.length, 0) <= MAX_SHORT_CHARACTERS
