import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { verdictSentence } from '@assay/domain/compare/verdict-words'
import { countOf, formatCount } from '../../../ui/format-count.ts'

const REPEATS: Record<Comparison['repeats'], string> = {
  each: 'Each repeat by itself',
  median: 'Median of repeats',
  mean: 'Mean of repeats',
  min: 'Lowest of repeats',
  max: 'Highest of repeats',
}

/**
 * Counts the verdicts of a grid, after `264 cells: 4 missing.` where cells are missing. Without verdicts it counts the
 * bands: `264 cells: 31 better, 12 worse.`
 */
export function countSentence(grid: Grid): string {
  const { counts, show, verdicts } = grid
  const countsBands = verdicts === null && !(show === 'absolute' && counts.better + counts.worse === 0)
  const parts = [
    countsBands ? `${formatCount(counts.better)} better, ${formatCount(counts.worse)} worse` : null,
    counts.missing > 0 ? `${formatCount(counts.missing)} missing` : null,
  ].filter((part) => part !== null)
  const hidden = counts.hiddenRows > 0 ? ` ${countOf(counts.hiddenRows, 'row')} without a change hidden.` : ''
  const judged = verdictSentence(grid)
  if (judged !== null && parts.length === 0 && hidden === '') return judged
  const counted = `${countOf(counts.cells, 'cell')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.${hidden}`
  return judged === null ? counted : `${counted} ${judged}`
}

/** Describes how values are computed: the aggregate over repeats, and exact or published arithmetic. */
export const arithmeticSentence = ({ repeats, asPublished }: Comparison): string =>
  `${REPEATS[repeats]}; ${asPublished ? 'as published: ratios of rounded values, the archive’s averages' : 'ratios of unrounded values'}`
