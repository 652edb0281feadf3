import type { Cell } from '../../compare/grid.ts'
import { ANNOTATION_NOTE, KNOWN_BUG_NOTE } from '../../findings/notes/note-codes.ts'

const SHOWN = new Set<string>([KNOWN_BUG_NOTE, ANNOTATION_NOTE])

/** The note of a point on a chart: people's notes on the results of its cell. Empty without notes. */
export function cellNote({ footnotes }: Pick<Cell, 'footnotes'>, own?: string): { note?: string } {
  const texts = footnotes.flatMap(({ code, text }) => (SHOWN.has(code) ? [text] : []))
  const all = own === undefined ? texts : [own, ...texts]
  return all.length === 0 ? {} : { note: all.join(' ') }
}
