import type { PeopleStore } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import { SESSION_AGE_MS, SESSION_IDLE_MS, sessionCookieName, sessionHasher, tokenInCookie } from './session-cookie.ts'

/** Finds who is signed in, by the session that the cookie names and the database has. */
export function personFinder({
  people,
  secret,
  publicUrl,
  now,
}: {
  people: PeopleStore
  secret: string
  publicUrl: string
  now: () => Date
}): (request: RequestFacts) => Promise<Person | null> {
  const name = sessionCookieName(publicUrl)
  const hashSession = sessionHasher(secret)
  return async ({ headers }) => {
    const token = tokenInCookie(headers.get('cookie'), { name, secret })
    const session = token === null ? null : await people.findSession(hashSession(token))
    if (session === null) return null
    const at = now()
    const age = at.getTime() - Date.parse(session.createdAt)
    const idle = at.getTime() - Date.parse(session.lastSeenAt)
    const { id, person } = session
    if (age >= SESSION_AGE_MS || idle >= SESSION_IDLE_MS) {
      await people.forgetSession(id)
      return null
    }
    await people.touchSession(session, at)
    return { ...person, sessionId: id, signedInAt: session.createdAt }
  }
}
