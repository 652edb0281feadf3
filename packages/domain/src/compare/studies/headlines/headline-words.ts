import { median } from '../../../stats/median.ts'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { valueLabel } from '../../axis-label.ts'
import type { Comparison } from '../../comparison.ts'

/** Longer headlines are shortened. */
const MAX_LENGTH = 200

/** The first text that is short enough for a headline, or else the last. */
export const firstThatFits = (...texts: readonly string[]): string =>
  texts.find((text) => text.length <= MAX_LENGTH) ?? texts.at(-1) ?? ''

/** A label without the values that are not known: "RocksDB" for "RocksDB unknown". */
export const knownWords = (label: string): string => label.replace(/ ?\bunknown\b/g, '').trim()

/** The products, machines, workload and clients of a comparison: "MySQL on pn53 (cached, 40 clients)". */
export function subjectWords(comparison: Pick<Comparison, 'filters'>, product = productWords(comparison)): string {
  const { hardware = [], workload = [], clients = [] } = comparison.filters
  const [machine, ...others] = hardware
  const [only, ...more] = workload
  const [count, ...counts] = clients
  const where =
    machine === undefined || machine === 'unknown'
      ? ''
      : ` on ${others.length === 0 ? machine : `${hardware.length} machines`}`
  const parts = [
    ...(only === undefined || more.length > 0 ? [] : [only]),
    ...(count === undefined || counts.length > 0 ? [] : [valueLabel('clients', count)]),
  ]
  const subject = product === '' ? where.replace(/^ on /, 'On ') : `${product}${where}`
  return `${subject}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`.trim()
}

/** Products that a sentence lists; more are counted. */
const MAX_PRODUCTS = 3

export function productWords({ filters: { product = [] } }: Pick<Comparison, 'filters'>): string {
  if (product.length > MAX_PRODUCTS) return `${product.length} products`
  return product.length > 1 ? `${product.slice(0, -1).join(', ')} and ${product.at(-1)}` : (product[0] ?? '')
}

/** The same comparison, whose subject is shorter. */
export function withoutWorkload({ filters }: Pick<Comparison, 'filters'>): Pick<Comparison, 'filters'> {
  const { workload: _, ...others } = filters
  return { filters: others }
}

/** A version with its product, unless the label names it already: "MySQL 9.5.0". */
export function withProduct({ filters: { product = [] } }: Pick<Comparison, 'filters'>, label: string): string {
  const [only, ...others] = product
  const known = knownWords(label)
  return only === undefined || others.length > 0 || known.startsWith(only) ? known : `${only} ${known}`.trim()
}

/** A factor is written from this ratio on, because "180% faster" is often read as 1.8 times. */
const FACTOR_FROM = 2

/** "23% slower", "12% faster", "2.3 times as fast", "the same". */
export function speedWords(ratio: number): string {
  if (ratio >= FACTOR_FROM) return `${factorWords(ratio)} as fast`
  const percent = percentOf(ratio)
  return percent === 0 ? 'within 1%' : `${percent}% ${ratio < 1 ? 'slower' : 'faster'}`
}

/** "34% more", "12% less", "2.3 times the". */
export function amountWords(ratio: number): string {
  if (ratio >= FACTOR_FROM) return `${factorWords(ratio)} the`
  const percent = percentOf(ratio)
  return percent === 0 ? 'the same' : `${percent}% ${ratio < 1 ? 'less' : 'more'}`
}

/** "+12%", "−23%", "2.3 times". */
export function signedWords(ratio: number): string {
  if (ratio >= FACTOR_FROM) return factorWords(ratio)
  const percent = percentOf(ratio)
  return percent === 0 ? '±0%' : `${ratio < 1 ? '−' : '+'}${percent}%`
}

export const factorWords = (ratio: number): string => `${roundHalfEven(ratio, ratio < 10 ? 1 : 0)} times`

const percentOf = (ratio: number): number => Math.abs(Math.round((ratio - 1) * 100))

export const medianOf = (ratios: readonly number[]): number | null => median(ratios)

/** The element with the largest distance from 1, as a factor. */
export const largestBy = <T>(all: readonly T[], ratioOf: (one: T) => number): T | undefined =>
  all.toSorted((a, b) => Math.abs(Math.log(ratioOf(b))) - Math.abs(Math.log(ratioOf(a))))[0]
