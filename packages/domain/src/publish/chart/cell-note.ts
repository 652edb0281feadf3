import type { Cell } from '../../compare/grid.ts'
import { ANNOTATION_NOTE, KNOWN_BUG_NOTE } from '../../findings/notes/note-codes.ts'

const SHOWN = new Set<string>([KNOWN_BUG_NOTE, ANNOTATION_NOTE])

/** The notes of people on the results behind a cell, as the note of its point on a chart; empty without notes. */
export function cellNote({ footnotes }: Pick<Cell, 'footnotes'>, own?: string): { note?: string } {
  const texts = footnotes.flatMap(({ code, text }) => (SHOWN.has(code) ? [text] : []))
  const all = own === undefined ? texts : [own, ...texts]
  return all.length === 0 ? {} : { note: all.join(' ') }
}
