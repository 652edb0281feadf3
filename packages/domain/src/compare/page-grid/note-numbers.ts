import type { Cell } from '../grid.ts'
import type { Footnote } from '../point.ts'

/** Numbers of footnotes by `noteKey`; footnotes without a number need no mark. */
export type NoteNumbers = Record<string, number>

export const noteKey = ({ code, text }: Pick<Footnote, 'code' | 'text'>): string => `${code}\n${text}`

/** Returns the numbers of a cell's footnotes, each once. */
export const notesOfCell = ({ footnotes }: Pick<Cell, 'footnotes'>, numbers: NoteNumbers): number[] => [
  ...new Set(footnotes.flatMap((note) => numbers[noteKey(note)] ?? [])),
]
