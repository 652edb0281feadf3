import { dimensionWord, valueLabel } from './axis-label.ts'
import type { DimensionName } from './dimension.ts'
import { listNames } from './list-names.ts'
import type { Footnote, Point } from './point.ts'
import type { NamedBase } from './points-needed.ts'
import type { BaseResolution } from './resolve-base.ts'

/** Several results match the base, so that there is no ratio. */
export const AMBIGUOUS_BASE = 'ambiguous-base'
/** The base was measured with another value of a dimension that it does not name, so that there is no ratio. */
export const BASE_DIFFERS = 'base-differs'
/** The ratio is between two machines, because the comparison asks for it. */
export const OTHER_HARDWARE = 'other-hardware'

const BASE_NOTES: ReadonlySet<string> = new Set([AMBIGUOUS_BASE, BASE_DIFFERS, OTHER_HARDWARE])

/** True for a note on the base of a cell that every export repeats, because the cell is misread without it. */
export const isBaseNote = ({ code }: Footnote): boolean => BASE_NOTES.has(code)

const PLURALS: Partial<Record<DimensionName, string>> = { hardware: 'machines', clients: 'numbers of clients' }

/** Explains why a cell has no base; null where it has one, or where the base simply has no result. */
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

/** Marks a ratio between machines; null where both sides were measured on one, or a side does not state its machine. */
export function hardwareNote(own: readonly Point[], base: readonly Point[]): Footnote | null {
  const [here, there] = [hardwareOf(own), hardwareOf(base)]
  if (here.length === 0 || there.length === 0 || here.join() === there.join()) return null
  return {
    code: OTHER_HARDWARE,
    text: `The base was measured on ${listNames(there)}, this result on ${listNames(here)}.`,
  }
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

/** "product MySQL and config z12a" */
const baseWords = (named: readonly NamedBase[]): string =>
  named.map(({ dimension, value }) => `${dimensionWord(dimension)} ${statedValue(dimension, value)}`).join(' and ')

/** The bare value, because the name of the dimension precedes it. */
const statedValue = (dimension: DimensionName, value: string): string =>
  value === '' ? valueLabel(dimension, value) : value

const pluralOf = (dimension: DimensionName): string =>
  PLURALS[dimension] ??
  (dimension.startsWith('param:') ? `values of ${dimensionWord(dimension)}` : `${dimensionWord(dimension)}s`)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
