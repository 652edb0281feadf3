import { hostCookieName } from '@assay/domain/account/host-cookie'
import { cookies } from 'next/headers'
import { getOrigin } from '../../trpc/server-caller.ts'
import { type FormNote, NOTE_COOKIE, NOTE_PARAMETER, readNote } from './form-note.ts'

/** Reads the state of a rejected form for the page of this address. */
export async function readFormNote(query: URLSearchParams): Promise<FormNote | null> {
  return readNote(
    (await cookies()).get(hostCookieName(NOTE_COOKIE, await getOrigin()))?.value,
    query.get(NOTE_PARAMETER),
  )
}
