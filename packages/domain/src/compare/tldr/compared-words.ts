import { RELATIVE_QPS } from '../../benchmarks/iibench/iibench-metrics.ts'
import { median } from '../../stats/median.ts'
import { asFactor, byEffect, signedWords, sizeWords } from './phrase.ts'
import type { TldrSegment } from './tldr.ts'
import type { ItemCell } from './tldr-blocks.ts'

/** A cell with the name of its test. */
export type Named = { label: string; own: ItemCell }

/** "3 of 12 range scans", or "range scans" for all of them; `items` is the noun, "tests". */
export type CountedItems = { on: string; items: string }

export type ComparedWords = {
  /** The verb for one subject and for several: "is" and "are", or "has" and "have". */
  verb: readonly [one: string, several: string]
  /** "6% slower than 17.6 on range scans (median of 12 tests, worst -14% in range-notcovered-pk)" */
  parts: readonly TldrSegment[]
}

/**
 * Describes changes in one direction by their median and the largest of them.
 *
 * @param changed at least one change, all in one direction.
 * @param counted words for all of them; a single change is named by its own label.
 */
export function comparedWords(changed: readonly Named[], base: string, { on, items }: CountedItems): ComparedWords {
  const sorted = changed.toSorted((a, b) => byEffect(b.own, a.own))
  const largest = sorted[0]
  const middle = median(changed.map(({ own }) => own.ratio))
  if (largest === undefined || middle === null) return { verb: ['is', 'are'], parts: [] }
  const factor = asFactor(middle)
  const typical = sorted.find(({ own }) => own.ratio === middle)
  const size: TldrSegment = { number: sizeWords(middle, factor), cell: typical?.own.ref ?? null }
  const { cell } = largest.own
  const direction = middle < 1 ? 'lower' : 'higher'
  const where =
    changed.length === 1
      ? [` on ${largest.label}`]
      : [` on ${on} `, ...detailWords(`${changed.length} ${items}`, largest, factor)]
  if (isRate(cell)) {
    const word = direction === 'lower' ? ' slower than ' : ' faster than '
    return { verb: ['is', 'are'], parts: [size, `${factor ? ' as fast as ' : word}${base}`, ...where] }
  }
  const words = factor ? ` the ${cell.metric} of ` : ` ${direction} ${cell.metric} than `
  return { verb: ['has', 'have'], parts: [size, `${words}${base}`, ...where] }
}

/** "(median of 12 tests, worst -14% in range-notcovered-pk)" */
function detailWords(count: string, { label, own }: Named, factor: boolean): TldrSegment[] {
  const isWorse = own.ratio < 1 === (own.cell.better === 'higher')
  const extreme = signedWords(own.ratio, factor)
  return [`(median of ${count}, ${isWorse ? 'worst' : 'best'} `, { number: extreme, cell: own.ref }, ` in ${label})`]
}

/** Only rates are called fast or slow: a higher compression ratio is not faster. */
const isRate = ({ metric, unit, better }: ItemCell['cell']): boolean =>
  better === 'higher' && (unit.endsWith('/s') || metric.endsWith('/s') || metric === RELATIVE_QPS)
