import { requestFacts } from '../access/request-facts.ts'
import { appError } from '../errors.ts'
import { problemResponse } from '../http/problem.ts'
import { actor } from './enter.ts'
import { refuseTooMany } from './limit-people.ts'
import type { PeopleContext } from './open-people.ts'

/** All of the library that browsers reach. What else it could do goes through our own forms, or not at all. */
const OPEN = new Set([
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /callback/github',
  'GET /callback/oidc',
])
const PROVES = 'POST /passkey/verify-authentication'

/** Lets the identity library answer what only it can. */
export async function handleCeremony(context: PeopleContext, base: string, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(base.length)
  const asked = `${request.method} ${path}`
  if (!OPEN.has(asked)) return problemResponse(appError('not-found', 'There is nothing at this address.'))
  const facts = requestFacts(request.headers)
  if (asked === PROVES) {
    const many = await refuseTooMany(context, 'sign-in', facts, null)
    if (!many.ok) return problemResponse(many.error)
  }
  // Forgets a session that was idle for too long, which the library would still take.
  const before = await context.personOf(facts)
  const answer = await context.library(facts, ({ handler }) => handler(request))
  if (asked === PROVES && answer.status >= 400 && answer.status < 500) {
    await context.db.people.noteFailure(null, actor(facts))
  }
  // A sign-in is a new session, and takes the place of the one before it in that browser.
  if (asked === PROVES && answer.ok && before !== null) {
    await context.db.people.endSession(before.id, before.sessionId, actor(facts, before))
  }
  return answer
}
