import { z } from 'zod'

// The state of a rejected form is stored in a cookie for two minutes and found by the number in the address, so that a
// reload starts clean, no password is stored, and no e-mail address appears in a URL.

export const NOTE_COOKIE = 'assay-form'
export const NOTE_PARAMETER = 'refused'
export const NOTE_SECONDS = 120

const Note = z.object({
  id: z.string(),
  form: z.string(),
  /** One sentence for the whole form; empty when the error belongs to a field. */
  detail: z.string(),
  fields: z.record(z.string(), z.string()),
  /** The values of the fields, without secrets. */
  values: z.record(z.string(), z.string()),
})
export type FormNote = z.infer<typeof Note>

export const writeNote = (note: FormNote): string => Buffer.from(JSON.stringify(note)).toString('base64url')

/** Returns the note with that number; null when there is none. */
export function readNote(cookie: string | undefined, id: string | null): FormNote | null {
  if (cookie === undefined || id === null) return null
  try {
    const note = Note.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
    return note.id === id ? note : null
  } catch {
    return null // A cookie that this server did not write is ignored.
  }
}
