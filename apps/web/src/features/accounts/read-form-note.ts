import { cookies } from 'next/headers'
import { type FormNote, NOTE_COOKIE, NOTE_PARAMETER, readNote } from './form-note.ts'

/** Reads the state of a rejected form for the page of this address. */
export async function readFormNote(query: URLSearchParams): Promise<FormNote | null> {
  return readNote((await cookies()).get(NOTE_COOKIE)?.value, query.get(NOTE_PARAMETER))
}
