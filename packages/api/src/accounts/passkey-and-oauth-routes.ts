import { personNeeded } from '../access/refuse-caller.ts'
import { requestFacts } from '../access/request-facts.ts'
import { appError } from '../errors.ts'
import { problemResponse } from '../http/problem-document.ts'
import { redirectTo } from '../identity-providers/provider-redirects.ts'
import { CALLBACK, finishProviderSignIn } from '../identity-providers/provider-sign-in.ts'
import { answerMetadata, receiveSamlResponse } from '../identity-providers/saml-callback.ts'
import { ASSERTIONS, METADATA } from '../identity-providers/saml-paths.ts'
import { limitSignInAttempts } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { isStateOf } from './provider-of-state.ts'
import { actorOf } from './sign-in.ts'

/**
 * Endpoints of the identity library that browsers can reach. Everything else goes through our own forms or is closed.
 */
const OPEN = new Set([
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /callback/github',
  'GET /callback/oidc',
])
const NEEDS_PERSON = new Set(['GET /passkey/generate-register-options', 'POST /passkey/verify-registration'])
const PROVIDER_CALLBACK = /^\/callback\/(\w+)$/
const PROVES = 'POST /passkey/verify-authentication'

/** Lets the identity library handle the endpoints that only it can handle. */
export async function handleIdentityRequest(
  context: AccountContext,
  base: string,
  request: Request,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice(base.length)
  const operation = `${request.method} ${path}`
  const organization = CALLBACK.exec(path)?.[1]
  if (organization !== undefined && request.method === 'GET')
    return finishProviderSignIn(context, request, organization)
  const asserted = ASSERTIONS.exec(path)?.[1]
  if (asserted !== undefined && request.method === 'POST') return receiveSamlResponse(context, request, asserted)
  const described = METADATA.exec(path)?.[1]
  if (described !== undefined && request.method === 'GET') return answerMetadata(context, described)
  if (!OPEN.has(operation)) return problemResponse(appError('not-found', 'Page not found. Check the address.'))
  const provider = PROVIDER_CALLBACK.exec(path)?.[1]
  if (provider !== undefined && !isStateOf(provider, request, context.publicUrl)) {
    return redirectTo(`${context.publicUrl}/sign-in?problem=provider`, [])
  }
  const facts = requestFacts(request.headers)
  if (operation === PROVES) {
    const many = await limitSignInAttempts(context, 'sign-in', facts, null)
    if (!many.ok) return problemResponse(many.error)
  }
  // Deletes a session that was idle for too long, because the library would still accept it.
  const before = await context.findSignedInPerson(facts)
  // The library would let a session register a passkey that still lacks its second factor.
  if (NEEDS_PERSON.has(operation) && before === null) return problemResponse(personNeeded())
  // A passkey is something that the person has, unlocked by something that the person knows or is.
  const options = { hasSecondFactor: operation === PROVES }
  const headers = new Headers(request.headers)
  const cookie = context.cookieFor(headers.get('cookie'))
  if (cookie !== null) headers.set('cookie', cookie)
  const forLibrary = new Request(request, { headers })
  const answer = await context.library(facts, ({ handler }) => handler(forLibrary), options)
  if (operation === PROVES && answer.status >= 400 && answer.status < 500) {
    await context.db.accounts.recordFailedSignIn(null, actorOf(facts))
  }
  // A sign-in creates a new session, which replaces the previous session of this browser.
  if (operation === PROVES && answer.ok && before !== null) {
    await context.db.accounts.endSession(before.id, before.sessionId, actorOf(facts, before))
  }
  return answer
}
