import { roundHalfEven } from '../../stats/round-half-even.ts'
import { dimensionWord } from '../axis-label.ts'
import { RATIO_DIGITS, relativeBand } from '../band.ts'
import { type Bands, DEFAULT_BANDS } from '../comparison.ts'
import { formatRatio } from '../format-cell.ts'
import { decisionOf } from '../verdict/verdict-codes.ts'
import type { Block, ItemCell } from './tldr-blocks.ts'

/** Ratios from this one on are written as a factor: "2.10 times as fast" is easier to read than "110% faster". */
const FACTOR_FROM = 2

export type Limits = { worse: number; better: number }

/** Limits for sentences. Quartile bands limit absolute values, so sentences about ratios use the default limits. */
export const limitsOf = (bands: Bands): Limits => (bands.kind === 'relative' ? bands : DEFAULT_BANDS)

/** `same` means no change; `unclear` means inconclusive and must not be named in a sentence. */
export type Direction = 'higher' | 'lower' | 'same' | 'unclear'

/**
 * Direction of the change of a cell: its verdict decides, or, without verdicts, the limits and the digits that the cell
 * shows. The metric decides which direction is worse.
 */
export function directionOf({ cell: { verdict }, ratio }: ItemCell, limits: Limits): Direction {
  if (verdict === null) {
    const band = relativeBand(ratio, 'higher', limits)
    return band === 'better' ? 'higher' : band === 'worse' ? 'lower' : 'same'
  }
  const decision = decisionOf(verdict)
  if (decision === 'no change') return 'same'
  if (decision === 'inconclusive') return 'unclear'
  return ratio > 1 ? 'higher' : 'lower'
}

export const isChanged = (one: ItemCell, limits: Limits): boolean =>
  directionOf(one, limits) === 'higher' || directionOf(one, limits) === 'lower'

/** Maximum size of a change, |ln ratio|, because that of a value that fell to 0 is infinite. */
const MAX_EFFECT = 10
export const effectOf = ({ ratio }: Pick<ItemCell, 'ratio'>): number =>
  ratio > 0 ? Math.min(MAX_EFFECT, Math.abs(Math.log(ratio))) : MAX_EFFECT

export const byEffect = (a: ItemCell, b: ItemCell) => effectOf(a) - effectOf(b)

/** "within 5%", or both limits if they are not symmetric. */
export function withinWords({ worse, better }: Limits): string {
  const [down, up] = [percentOf(worse), percentOf(better)]
  return down === up ? `within ${up}%` : `between ${formatRatio(worse)} and ${formatRatio(better)}`
}

/** True if a ratio is written as a factor. A sentence uses either percent or factors, never both. */
export const asFactor = (ratio: number): boolean => roundHalfEven(ratio, RATIO_DIGITS) >= FACTOR_FROM

/** The result is rounded, because 1 - 0.89 is not exactly 0.11 in binary. */
const percentOf = (ratio: number) => Math.abs(Math.round((ratio - 1) * 100))

/** "6%" for 0.94, on the digits that a cell shows; as a factor, "2.10 times". */
export function sizeWords(ratio: number, factor: boolean): string {
  return factor ? `${formatRatio(ratio)} times` : `${percentOf(roundHalfEven(ratio, RATIO_DIGITS))}%`
}

/** Size with a sign: "-14%" or "+9%". */
export const signedWords = (ratio: number, factor: boolean): string =>
  factor ? sizeWords(ratio, factor) : `${ratio < 1 ? '-' : '+'}${sizeWords(ratio, factor)}`

/** The name of a group in a sentence; the comma of "range, no aggregation" would look like a list. */
export const groupWords = (name: string): string => name.replace(/^([^,]+), (.+)$/, '$1 tests ($2)')

/** The noun for all items of a block: "tests"; "results" when several dimensions share the axis. */
export function itemWord({ itemDimensions, groupsDiffer }: Block, count: number): string {
  const [only, ...others] = itemDimensions
  const word = only === undefined || others.length > 0 || groupsDiffer ? 'result' : dimensionWord(only)
  if (count === 1) return word
  return word.endsWith('s') ? word : `${word}s`
}

/** Joins as "a, b and c". */
export const joinWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
