import type { ItemCell } from './blocks.ts'
import { asFactor, byEffect, joinParts, numberOf } from './phrase.ts'
import type { TldrPart } from './tldr.ts'

/** A number with the name of what it was measured of. */
export type Named = { label: string; own: ItemCell }

/** More than this many changes of one kind are told by their range. */
export const MOST_NAMED = 3

/**
 * Changes in one direction, largest first: "hot-points is 1.94x", "12% (l.i2) and 11% (l.i1) lower", and of many their
 * range, "7 are 6% (a) to 20% (g) lower".
 */
export function changeWords(
  those: readonly Named[],
  direction: 'lower' | 'higher',
  all: string | null = null,
): TldrPart[] {
  const sorted = those.toSorted((a, b) => byEffect(b.own, a.own))
  const [largest, smallest] = [sorted[0], sorted.at(-1)]
  if (largest === undefined || smallest === undefined) return []
  const factor = asFactor(those.map(({ own }) => own))
  if (sorted.length > MOST_NAMED)
    return [`${all ?? sorted.length} are `, ...rangeWords(those), factor ? '' : ` ${direction}`]
  if (factor) return joinParts(sorted.map(({ label, own }) => [`${label} is `, numberOf(own, factor)]))
  if (sorted.length === 1) return [`${largest.label} is `, numberOf(largest.own, factor), ` ${direction}`]
  return [...joinParts(sorted.map(({ label, own }) => [numberOf(own, factor), ` (${label})`])), ` ${direction}`]
}

/** "6% (a) to 20% (g)", from the smallest change to the largest. */
export function rangeWords(those: readonly Named[]): TldrPart[] {
  const sorted = those.toSorted((a, b) => byEffect(a.own, b.own))
  const [smallest, largest] = [sorted[0], sorted.at(-1)]
  if (largest === undefined || smallest === undefined) return []
  const factor = asFactor(those.map(({ own }) => own))
  return [
    numberOf(smallest.own, factor),
    ` (${smallest.label}) to `,
    numberOf(largest.own, factor),
    ` (${largest.label})`,
  ]
}
