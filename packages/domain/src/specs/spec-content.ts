import { z } from 'zod'
import { noteText } from '../findings/notes/note-text.ts'
import { readableText } from '../json/readable-text.ts'

/** Maximum characters of a spec, about 300 pages. */
export const MAX_SPEC_CHARACTERS = 600_000

/** The source of a spec, which is stored and hashed unchanged. Line breaks are `\n`, and letters are composed (NFC). */
export const SpecText = readableText(z.string().max(MAX_SPEC_CHARACTERS)).transform((text) =>
  text.replaceAll(/\r\n?/g, '\n'),
)

export const NewSpecInput = z
  .strictObject({
    kind: z.enum(['functional', 'design']),
    title: noteText(200),
    text: SpecText.default(''),
    /** The functional spec of a design spec, such as `FS-12`. */
    parent: z.string().max(20).nullable().default(null),
  })
  .meta({ id: 'NewSpec', description: 'A functional spec, or a design spec that builds on one' })
export type NewSpecInput = z.infer<typeof NewSpecInput>

export const RevisionInput = z
  .strictObject({
    /** The revision that the text was edited from. */
    base: z.int32().min(1),
    title: noteText(200),
    text: SpecText,
    note: noteText(500),
    /** Numbers of figures, counted from 1, whose comparisons are frozen again; the others are unchanged. */
    freezeAnew: z.array(z.int32().min(1)).max(1_000).default([]),
  })
  .meta({ id: 'SpecRevisionInput', description: 'The text of a spec, and which revision it was written on' })
export type RevisionInput = z.infer<typeof RevisionInput>
