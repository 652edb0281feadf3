import { FLAG_CODES, type FlagCode } from '../../run/validity/flag-severity.ts'
import { VALIDITY_FLAGS } from '../../run/validity/validity-flag.ts'
import { COUNTED_IN, LEFT_OUT, OF_BASE } from '../band.ts'
import { ARCHIVE_AVERAGE } from '../cells/measure.ts'
import { generalText, isMixed } from '../cells/mixed-note.ts'
import type { Cell, Grid } from '../grid.ts'
import type { Footnote } from '../point.ts'

export type NumberedNote = Footnote & { number: number }

/** Notes that need no mark, because the cell shows a dash. */
const UNMARKED = new Set(['no-base-result'])

/**
 * Flags of one kind share a footnote if they have more different texts than this, because the texts contain numbers of
 * cells and runs.
 */
const MAX_FOOTNOTES_PER_FLAG = 8

/**
 * Numbers the footnotes of a grid in reading order. The note that values are averages of the archive is used only if it
 * applies to some of the cells; otherwise a warning above the table says so.
 */
export function numberFootnotes(grid: Grid): { notes: readonly NumberedNote[]; marksOf: (cell: Cell) => number[] } {
  const cells = grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells)))
  const valued = cells.filter(({ value }) => value !== null)
  const allFromArchive = valued.every(({ footnotes }) => footnotes.some(({ code }) => code === ARCHIVE_AVERAGE))
  const isMarked = ({ code }: Footnote) => !UNMARKED.has(code) && !(allFromArchive && code === ARCHIVE_AVERAGE)
  const shared = sharedNotes(cells)
  const numbered = new Map<string, NumberedNote>()
  for (const { footnotes } of cells) {
    for (const note of footnotes.filter(isMarked)) {
      const shown = shared.get(note.code) ?? note
      if (!numbered.has(shown.text)) numbered.set(shown.text, { ...shown, number: numbered.size + 1 })
    }
  }
  const numberOf = ({ code, text }: Footnote) => numbered.get(shared.get(code)?.text ?? text)?.number ?? []
  return {
    notes: [...numbered.values()],
    marksOf: ({ footnotes }) => [...new Set(footnotes.flatMap(numberOf))],
  }
}

/** General texts by code, for kinds of flags with too many texts (of results, of their base, included or left out). */
function sharedNotes(cells: readonly Cell[]): Map<string, Footnote> {
  const texts = new Map<string, Set<string>>()
  for (const { footnotes } of cells) {
    for (const { code, text } of footnotes) texts.set(code, (texts.get(code) ?? new Set()).add(text))
  }
  const shared = new Map<string, Footnote>()
  for (const [code, own] of texts) {
    if (own.size <= MAX_FOOTNOTES_PER_FLAG) continue
    if (isMixed(code)) {
      shared.set(code, { code, text: generalText(code) })
      continue
    }
    const flag = flagOf(code)
    if (flag === null) continue
    const { word, about } = VALIDITY_FLAGS[flag.code]
    shared.set(code, {
      code,
      text: `${flag.of}${capitalized(word)}: ${about}. Each cell and its run say the numbers.`,
    })
  }
  return shared
}

/** The flag of a code, and its subject in words; a prefix of the code encodes the subject. */
function flagOf(code: string): { code: FlagCode; of: string } | null {
  const parts = code.split(':')
  const found = FLAG_CODES.find((known) => known === parts.at(-1))
  if (found === undefined) return null
  const of = parts.slice(0, -1).map((part) => PREFIX_WORDS[`${part}:`] ?? '')
  return { code: found, of: of.join('') }
}

const PREFIX_WORDS: Readonly<Record<string, string>> = {
  [OF_BASE]: 'Base: ',
  [COUNTED_IN]: 'Counted in: ',
  [LEFT_OUT]: 'Repeats left out: ',
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
