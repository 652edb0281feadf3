import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import { SIGNALS } from '../../explain/signals.ts'
import type { MetricColumns } from '../metric-columns.ts'
import {
  amountWords,
  firstThatFits,
  knownWords,
  largestBy,
  medianOf,
  signedWords,
  subjectWords,
  withProduct,
} from './headline-words.ts'

/** Costs that a headline may name, most telling first. */
const COSTS = [
  SIGNALS.cpu,
  SIGNALS.instructions,
  SIGNALS.writeKb,
  SIGNALS.writeAmplification,
  SIGNALS.readKb,
  SIGNALS.reads,
  SIGNALS.switches,
  SIGNALS.memory,
  SIGNALS.size,
] as const

/**
 * Cost and throughput of the newest row of each table vs its base: "MySQL 9.5.0 vs 5.6.51 on pn53 (cached): 34% more CPU
 * per operation and 12% less throughput (medians of 18 tests; most: CPU −44% in scan)".
 */
export function efficiencyHeadline(tables: readonly MetricColumns[], comparison: Comparison): string | null {
  const newest = tables.flatMap(({ values: [test], rows, metrics, baseLabel }) => {
    const row = rows.findLast(({ isBase, cells }) => !isBase && positive(cells[0]?.ratio) !== null)
    const base = rows.find(({ isBase }) => isBase)?.label ?? baseLabel ?? 'the base'
    return row === undefined ? [] : [{ test, row, metrics, base }]
  })
  const [first] = newest
  const rate = medianOf(newest.flatMap(({ row }) => positive(row.cells[0]?.ratio) ?? []))
  const tests = new Set(newest.map(({ test }) => test)).size
  if (first === undefined || rate === null) return null
  const [cost] = COSTS.flatMap((signal) => costOf(newest, signal) ?? [])
  const isOnePair = newest.every(({ row, base }) => row.label === first.row.label && base === first.base)
  const pair = isOnePair ? `${withProduct(comparison, first.row.label)} vs ${knownWords(first.base)}` : undefined
  const vs = isOnePair ? '' : ', newest vs oldest'
  const of = `${subjectWords(comparison, pair)}${vs}`
  const answer = `${cost === undefined ? '' : `${amountWords(cost.middle)} ${cost.word} and `}${amountWords(rate)} throughput`
  if (tests === 1) return `${of}: ${answer}`
  const medians = `medians of ${plural(tests, 'test')}`
  return firstThatFits(
    ...(cost === undefined ? [] : [`${of}: ${answer} (${medians}; ${cost.extreme})`]),
    `${of}: ${answer} (${medians})`,
  )
}

type Newest = { test: string | undefined; row: MetricColumns['rows'][number]; metrics: MetricColumns['metrics'] }

/** The median of a cost over all tests, and the largest change: "most: CPU −44% in scan". */
function costOf(newest: readonly Newest[], { metrics: names, word }: (typeof COSTS)[number]) {
  const found = newest.flatMap(({ test = '', row, metrics }) => {
    const at = metrics.findIndex(({ metric }) => (names as readonly string[]).includes(metric))
    const ratio = at < 1 ? null : positive(row.cells[at]?.ratio)
    return ratio === null ? [] : [{ test, ratio }]
  })
  const [largest, middle] = [largestBy(found, ({ ratio }) => ratio), medianOf(found.map(({ ratio }) => ratio))]
  if (largest === undefined || middle === null) return null
  const extreme = `most: ${word.replace(' per operation', '')} ${signedWords(largest.ratio)} in ${largest.test}`
  return { middle, word, extreme }
}

const positive = (ratio: number | null | undefined): number | null => (ratio != null && ratio > 0 ? ratio : null)
