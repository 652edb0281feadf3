import type { Cell } from '@assay/domain/compare/grid'
import { percentWords } from '@assay/domain/findings/releases/release-words'

/**
 * A cell as a sentence: "18.0 is 7% slower than 16.10 (95% interval −9% to −5%)". For metrics of which less is better:
 * "18.0 has 6% more cpu/o than 16.10". Null without a ratio.
 */
export function cellSentence(
  { ratio, isBase, better, metric, verdict }: Pick<Cell, 'ratio' | 'isBase' | 'better' | 'metric' | 'verdict'>,
  names: { own: string; base: string },
): string | null {
  if (ratio === null || isBase) return null
  const size = percentWords(ratio).replace(/^[+−]/, '')
  const isLess = ratio < 1
  const what =
    better === 'higher'
      ? `is ${size} ${isLess ? 'slower' : 'faster'} than`
      : `has ${size} ${isLess ? 'less' : 'more'} ${metric} than`
  const interval = verdict?.interval ?? null
  const range =
    interval === null ? '' : ` (95% interval ${percentWords(interval.low)} to ${percentWords(interval.high)})`
  return `${names.own} ${size === '0%' ? 'is the same as' : what} ${names.base}${range}.`
}
