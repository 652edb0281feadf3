import { dimensionWord, valueLabel } from '../axis-label.ts'
import type { DimensionName } from '../dimension.ts'
import type { Footnote, Point } from '../point.ts'
import type { NamedBase } from '../points-needed.ts'
import { listNames } from '../render/list-names.ts'
import type { BaseResolution } from './resolve-base.ts'

/** Code for a missing ratio because several results match the base. */
export const AMBIGUOUS_BASE = 'ambiguous-base'
/** Code for a missing ratio because the base was measured with another value of a dimension that it does not name. */
export const BASE_DIFFERS = 'base-differs'
/** Code for a ratio between two machines, which the comparison asks for. */
const OTHER_HARDWARE = 'other-hardware'

const BASE_NOTES: ReadonlySet<string> = new Set([AMBIGUOUS_BASE, BASE_DIFFERS, OTHER_HARDWARE])

/** True for a note on the base of a cell. Every export repeats such notes, because the cell is misread without them. */
export const isBaseNote = ({ code }: Footnote): boolean => BASE_NOTES.has(code)

const PLURALS: Partial<Record<DimensionName, string>> = {
  hardware: 'machines',
  flags: 'sets of flags',
  clients: 'numbers of clients',
}

/** Explains why a cell has no base; null when it has one, or when the base has no result at all. */
export function baseNote(resolution: BaseResolution, named: readonly NamedBase[]): Footnote | null {
  switch (resolution.kind) {
    case 'found':
    case 'missing':
      return null
    case 'ambiguous':
      return { code: AMBIGUOUS_BASE, text: ambiguousText(resolution, named) }
    case 'differs':
      return { code: BASE_DIFFERS, text: differsText(resolution, named) }
  }
}

/**
 * Notes that a ratio is between two machines; null when both sides ran on the same one, or a side does not state it.
 */
export function hardwareNote(own: readonly Point[], base: readonly Point[]): Footnote | null {
  // Nearly all cells are of one machine, and every cell of every metric asks.
  if (isOneMachine(own, base)) return null
  const [here, there] = [hardwareOf(own), hardwareOf(base)]
  if (here.length === 0 || there.length === 0 || here.join() === there.join()) return null
  return {
    code: OTHER_HARDWARE,
    text: `The base was measured on ${listNames(there)}, this result on ${listNames(here)}.`,
  }
}

function isOneMachine(...sides: readonly (readonly Point[])[]): boolean {
  let machine: string | undefined
  for (const points of sides) {
    for (const { coordinates } of points) {
      machine ??= coordinates.hardware
      if (coordinates.hardware !== undefined && coordinates.hardware !== machine) return false
    }
  }
  return true
}

const hardwareOf = (points: readonly Point[]): string[] =>
  [...new Set(points.flatMap(({ coordinates }) => coordinates.hardware ?? []))].sort()

function ambiguousText(
  { dimension, values }: Extract<BaseResolution, { kind: 'ambiguous' }>,
  named: readonly NamedBase[],
): string {
  const listed = listNames(values.map((value) => statedValue(dimension, value)))
  return `${values.length} ${pluralOf(dimension)} match ${baseWords(named)}: choose one (${listed}).`
}

function differsText(
  { dimension, own, base }: Extract<BaseResolution, { kind: 'differs' }>,
  named: readonly NamedBase[],
): string {
  const there = listNames(base.map((value) => statedValue(dimension, value)))
  const word = dimensionWord(dimension)
  return `${capitalized(baseWords(named))} has no result with ${word} ${statedValue(dimension, own)}, only with ${there}: filter ${word} or name it in the base.`
}

/** Formats the named base: "product MySQL and config z12a". */
const baseWords = (named: readonly NamedBase[]): string =>
  named.map(({ dimension, value }) => `${dimensionWord(dimension)} ${statedValue(dimension, value)}`).join(' and ')

/** The value without the name of its dimension, which precedes it in the sentence. */
const statedValue = (dimension: DimensionName, value: string): string =>
  value === '' ? valueLabel(dimension, value) : value

const pluralOf = (dimension: DimensionName): string =>
  PLURALS[dimension] ??
  (dimension.startsWith('param:') ? `values of ${dimensionWord(dimension)}` : `${dimensionWord(dimension)}s`)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
