import type { Cell, Grid } from './grid.ts'
import { ARCHIVE_AVERAGE } from './measure.ts'
import type { Footnote } from './point.ts'

export type NumberedNote = Footnote & { number: number }

/** The dash of a missing ratio says it already. */
const UNMARKED = new Set(['no-base-result'])

/**
 * Footnotes of a grid numbered in the order in which a reader meets them. That values are the archive's own is
 * marked only where some are and some are not; the warning above the table says it for all.
 */
export function numberFootnotes(grid: Grid): { notes: readonly NumberedNote[]; marksOf: (cell: Cell) => number[] } {
  const cells = grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells)))
  const valued = cells.filter(({ value }) => value !== null)
  const allFromArchive = valued.every(({ footnotes }) => footnotes.some(({ code }) => code === ARCHIVE_AVERAGE))
  const isMarked = ({ code }: Footnote) => !UNMARKED.has(code) && !(allFromArchive && code === ARCHIVE_AVERAGE)
  const numbered = new Map<string, NumberedNote>()
  for (const { footnotes } of cells) {
    for (const note of footnotes.filter(isMarked)) {
      if (!numbered.has(note.text)) numbered.set(note.text, { ...note, number: numbered.size + 1 })
    }
  }
  return {
    notes: [...numbered.values()],
    marksOf: ({ footnotes }) => footnotes.flatMap(({ text }) => numbered.get(text)?.number ?? []),
  }
}
