import { dimensionWord } from '../compare/axis-label.ts'
import { RATIO_DIGITS, relativeBand } from '../compare/band.ts'
import { type Bands, DEFAULT_BANDS } from '../compare/comparison.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { Band } from '../compare/grid.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import type { Block, ItemCell } from './blocks.ts'
import type { TldrPart } from './tldr.ts'

/** From here on "1.94x" is easier to read than "94% higher". */
const TIMES_FROM = 1.5

export type Limits = { worse: number; better: number }

/** Quartile bands judge absolute values; what is said of ratios then goes by the usual limits. */
export const limitsOf = (bands: Bands): Limits => (bands.kind === 'relative' ? bands : DEFAULT_BANDS)

/** Higher, lower or neither, on the digits that the cell shows. Which of them is worse, the metric knows. */
export function directionOf({ ratio }: ItemCell, limits: Limits): 'higher' | 'lower' | 'same' {
  const band: Band = relativeBand(ratio, 'higher', limits)
  return band === 'better' ? 'higher' : band === 'worse' ? 'lower' : 'same'
}

/** Size of a change, |ln ratio|; that of a value that fell to 0 is not finite, so it is as large as e to this power. */
const MOST_EFFECT = 10
export const effectOf = ({ ratio }: ItemCell): number =>
  ratio > 0 ? Math.min(MOST_EFFECT, Math.abs(Math.log(ratio))) : MOST_EFFECT

export const byEffect = (a: ItemCell, b: ItemCell) => effectOf(a) - effectOf(b)

/** "within 5%", or the limits where they are not the same on both sides. */
export function withinWords({ worse, better }: Limits): string {
  const [down, up] = [percentOf(worse), percentOf(better)]
  return down === up ? `within ${up}%` : `between ${formatRatio(worse)} and ${formatRatio(better)}`
}

/** Large changes are told as a factor, small ones in percent. */
export const asFactor = (cells: readonly ItemCell[]): boolean =>
  cells.some(({ ratio }) => ratio >= TIMES_FROM || ratio <= 1 / TIMES_FROM)

/** The number of a cell with its place: `1.94x`, or `11%` for 0.89. */
export function numberOf({ ratio, place }: ItemCell, factor: boolean): TldrPart {
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  return { number: factor ? `${formatRatio(ratio)}x` : `${percentOf(shown)}%`, cell: place }
}

/** Digits of 1 - 0.89 in binary are not those of 0.11, so that the percent is rounded once more. */
const percentOf = (ratio: number) => Math.abs(Math.round((ratio - 1) * 100))

/** Lists as people write them: a, b and c. */
export function joinParts(items: readonly (readonly TldrPart[])[]): TldrPart[] {
  return items.flatMap((item, i) => [...(i === 0 ? [] : [i === items.length - 1 ? ' and ' : ', ']), ...item])
}

/** A group in a sentence: "range, no aggregation" would read as two things. */
export const groupWords = (name: string): string => name.replace(/^([^,]+), (.+)$/, '$1 tests ($2)')

/** What the items of a block are called together: "tests"; "rows" when several dimensions share the axis. */
export function itemWord({ itemDimensions, groupsTellApart }: Block, count: number): string {
  const [only, ...others] = itemDimensions
  const word = only === undefined || others.length > 0 || groupsTellApart ? 'result' : dimensionWord(only)
  if (count === 1) return word
  return word.endsWith('s') ? word : `${word}s`
}
