import type { AccountStore } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import { readSessionToken, type SessionLimits, sessionCookieName, sessionHasher } from './session-cookie.ts'

/** Finds the signed-in person by the session in the cookie and in the database. */
export function createFindSignedInPerson({
  accounts,
  secret,
  publicUrl,
  sessions,
  now,
}: {
  accounts: AccountStore
  secret: string
  publicUrl: string
  sessions: SessionLimits
  now: () => Date
}): (request: RequestFacts) => Promise<Person | null> {
  const name = sessionCookieName(publicUrl)
  const hashSession = sessionHasher(secret)
  return async ({ headers }) => {
    const token = readSessionToken(headers.get('cookie'), { name, secret })
    const session = token === null ? null : await accounts.findSession(hashSession(token))
    if (session === null) return null
    const at = now()
    const age = at.getTime() - Date.parse(session.createdAt)
    const idle = at.getTime() - Date.parse(session.lastSeenAt)
    const { id, person } = session
    if (age >= sessions.ageMs || idle >= sessions.idleMs) {
      await accounts.deleteExpiredSession(id)
      return null
    }
    await accounts.touchSession(session, at)
    return { ...person, sessionId: id, signedInAt: session.createdAt }
  }
}
