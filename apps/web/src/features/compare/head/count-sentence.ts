import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { verdictSentence } from '@assay/domain/compare/verdict-marks'
import { countOf, formatCount } from '../../../ui/format-count.ts'

const REPEATS: Record<Comparison['repeats'], string> = {
  each: 'Each repeat by itself',
  median: 'Median of repeats',
  mean: 'Mean of repeats',
  min: 'Lowest of repeats',
  max: 'Highest of repeats',
}

/** The table in a sentence, `264 cells: 31 better, 12 worse, 4 missing.`, and what noise leaves of it in another. */
export function countSentence({ counts, show, verdicts }: Grid): string {
  const parts = [
    show === 'absolute' && counts.better + counts.worse === 0
      ? null
      : `${formatCount(counts.better)} better, ${formatCount(counts.worse)} worse`,
    counts.missing > 0 ? `${formatCount(counts.missing)} missing` : null,
  ].filter((part) => part !== null)
  const hidden = counts.hiddenRows > 0 ? ` ${countOf(counts.hiddenRows, 'row')} without a change hidden.` : ''
  const judged = show === 'absolute' ? null : verdictSentence(verdicts)
  const counted = `${countOf(counts.cells, 'cell')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.${hidden}`
  return judged === null ? counted : `${counted} ${judged}`
}

/** How the numbers were made: which of several repeats, and whose arithmetic. */
export const arithmeticSentence = ({ repeats, asPublished }: Comparison): string =>
  `${REPEATS[repeats]}; ${asPublished ? 'as published: ratios of rounded values, the archive’s averages' : 'exact values and correct averages'}`
