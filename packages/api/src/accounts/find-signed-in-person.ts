import type { AccountStore } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import { type CookieSecrets, readSessionToken, type SessionLimits, sessionHasher } from './session-cookie.ts'

/** The person of a session; not signed in until the session is complete. */
export type SessionPerson = Person

/**
 * A session that has not ended. It is complete when the person proved a second factor, or needs none: neither has an
 * authenticator app nor is a member of an organization that requires one; and signed in by the identity provider of each
 * organization that requires that.
 */
export type PersonSession = {
  person: SessionPerson
  isComplete: boolean
  hasTotp: boolean
  needsFactor: boolean
  lacksProvider: boolean
}

/**
 * Finds a session by the cookie and the database. A session of the previous secret is stored under the present one.
 */
export function createFindSession({
  accounts,
  secrets,
  sessions,
  now,
}: {
  accounts: AccountStore
  secrets: CookieSecrets
  sessions: SessionLimits
  now: () => Date
}): (request: RequestFacts, options?: { isUse?: boolean }) => Promise<PersonSession | null> {
  const { name, secret, previous } = secrets
  const hashSession = sessionHasher(secret)
  const hashBefore = previous === undefined ? null : sessionHasher(previous)

  const findStored = async (header: string | null) => {
    const token = readSessionToken(header, { name, secret })
    if (token !== null) return accounts.findSession(hashSession(token))
    if (previous === undefined || hashBefore === null) return null
    const before = readSessionToken(header, { name, secret: previous })
    if (before === null) return null
    // The browser keeps its cookie, so the row is found by either hash.
    await accounts.rehashSession(hashBefore(before), hashSession(before))
    return accounts.findSession(hashSession(before))
  }

  return async ({ headers }, { isUse = true } = {}) => {
    const session = await findStored(headers.get('cookie'))
    if (session === null) return null
    const { id, hasSecondFactor, hasTotp, isRequired, lacksProvider } = session
    const at = now()
    const age = at.getTime() - Date.parse(session.createdAt)
    const idle = at.getTime() - Date.parse(session.lastSeenAt)
    const needsFactor = !hasSecondFactor && (hasTotp || isRequired)
    if (age >= sessions.ageMs || idle >= sessions.idleMs) {
      await accounts.deleteExpiredSession(id)
      return null
    }
    if (isUse) await accounts.touchSession(session, at)
    const person = { ...session.person, sessionId: id, signedInAt: session.createdAt, hasSecondFactor }
    return { person, isComplete: !needsFactor && !lacksProvider, hasTotp, needsFactor, lacksProvider }
  }
}

/** Finds the signed-in person: that of a complete session. */
export const createFindSignedInPerson =
  (findSession: ReturnType<typeof createFindSession>) =>
  async (request: RequestFacts, options?: { isUse?: boolean }): Promise<Person | null> => {
    const session = await findSession(request, options)
    return session?.isComplete === true ? session.person : null
  }
