import { BUILD_FACTS } from '../../run/facts-of-repeats.ts'
import { dimensionWord } from '../axis-label.ts'
import { OF_BASE } from '../band.ts'
import { isDimensionName } from '../dimension.ts'
import type { GridTable } from '../grid.ts'
import type { Footnote, Point } from '../point.ts'
import { listNames } from '../render/list-names.ts'
import { namedDifferences } from '../verdict/repeat-differences.ts'

/** Code of the footnote of a cell with results that are not repeats of each other. */
export const MIXED = 'mixed'

/**
 * Footnote of a cell that aggregates results which are not repeats of each other: it names their differences with the
 * values. Null for a single result and for repeats.
 */
export function mixedNote(points: readonly Point[]): Footnote | null {
  const differences = points.length < 2 ? [] : namedDifferences(points)
  if (differences.length === 0) return null
  const parts = differences.map(({ property, values }) => `${propertyWord(property)} ${listValues(property, values)}`)
  return { code: MIXED, text: `Mixes results that are not repeats of each other: ${parts.join('; ')}.` }
}

/** Maximum different texts below a table. */
const MAX_TEXTS = 8

/** General text for many cells whose results differ in different properties. */
const MIXED_CELLS = 'Mixes results that are not repeats of each other; each cell lists the differences.'

/** True for the code of this footnote, on a cell or on its base. */
export const isMixed = (code: string): boolean => code === MIXED || code === `${OF_BASE}${MIXED}`

/** True when a cell of the tables mixes results that are not repeats, or is divided by such a base. */
export const hasMixedCells = (tables: readonly GridTable[]): boolean => mixedTexts(tables).size > 0

/** Returns the text to show for a footnote: a general one for all mixed cells if there are more than MAX_TEXTS. */
export function mixedNoteShortener(tables: readonly GridTable[]): (note: Footnote) => string {
  const isLong = mixedTexts(tables).size > MAX_TEXTS
  return ({ code, text }) => (isLong && isMixed(code) ? generalText(code) : text)
}

/** General text of the footnote, for a cell or for its base. */
export const generalText = (code: string): string => `${code.startsWith(OF_BASE) ? 'Base: ' : ''}${MIXED_CELLS}`

function mixedTexts(tables: readonly GridTable[]): Set<string> {
  const cells = tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells)))
  return new Set(cells.flatMap(({ footnotes }) => footnotes.flatMap(({ code, text }) => (isMixed(code) ? [text] : []))))
}

/** The name of a dimension or a fact on pages. */
export const propertyWord = (property: string): string =>
  isDimensionName(property) ? dimensionWord(property) : property

/** Maximum characters of a commit in a list, as on pages of builds. */
const COMMIT_SHOWN = 12

/** Formats the values of a property; commits are shortened to COMMIT_SHOWN characters. */
export const listValues = (property: string, values: readonly string[]): string =>
  listNames(values.map((value) => (value === '' ? 'not stated' : shortValue(property, value))))

const shortValue = (property: string, value: string): string =>
  property === BUILD_FACTS.commit ? value.slice(0, COMMIT_SHOWN) : value
