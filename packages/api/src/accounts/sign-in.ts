import { SERVER } from '@assay/db/open'
import type { Actor } from '@assay/db/types'
import { writeHostCookie } from '@assay/domain/account/host-cookie'
import { err, ok } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { addressPrefix } from '../access/request-facts.ts'
import { appError } from '../errors.ts'
import type { AccountResponse, Accounts } from './accounts.ts'
import { Email, readField } from './form-error.ts'
import { OIDC_PROVIDER } from './identity-names.ts'
import { readLibraryResponse } from './library-response.ts'
import { limitPasswordAttempt, limitSignInAttempts } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { bindState } from './provider-of-state.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

export async function signIn(
  context: AccountContext,
  request: RequestFacts,
  sent: { email: string; password: string },
): ReturnType<Accounts['signIn']> {
  const email = readField('email', Email, sent.email)
  if (!email.ok) return email
  const many = await limitPasswordAttempt(context, request, email.value)
  return many.ok ? enterWithPassword(context, request, { email: email.value, password: sent.password }) : many
}

/** Signs in with a password and ends the previous session of the browser. */
export async function enterWithPassword(
  context: AccountContext,
  request: RequestFacts,
  body: { email: string; password: string },
): AccountResponse<{ isComplete: boolean }> {
  const { db, library, findSession, browsers } = context
  const before = (await findSession(request))?.person ?? null
  const headers = context.headersFor(request)
  const signIn = { body, headers, asResponse: true } as const
  const answer = await readLibraryResponse(await library(request, ({ api }) => api.signInEmail(signIn)))
  if (answer.ok) {
    if (before !== null) await db.accounts.endSession(before.id, before.sessionId, actorOf(request, before))
    const isComplete = !(await db.accounts.needsSecondStep(body.email))
    // A browser is known after the whole sign-in, so that a stolen password makes no browser known.
    const known = isComplete ? [browsers.cookieFor(request, body.email)] : []
    return ok({ cookies: [...answer.cookies, ...known], isComplete })
  }
  if (answer.code !== 'EMAIL_NOT_VERIFIED') {
    await db.accounts.recordFailedSignIn(body.email, actorOf(request))
    return err(WRONG_CREDENTIALS)
  }
  await library(request, ({ api }) => api.sendVerificationEmail({ body: { email: body.email }, headers }))
  return err(appError('sign-in-failed', 'Confirm your e-mail address first. We sent the link again.'))
}

/** @returns the cookie that ends the session of the browser. */
export async function signOut(
  { db, publicUrl, findSession }: AccountContext,
  request: RequestFacts,
): Promise<string[]> {
  const person = (await findSession(request))?.person ?? null
  if (person !== null)
    await db.accounts.endSession(person.id, person.sessionId, actorOf(request, person), 'person.signed-out')
  return [writeHostCookie(SESSION_COOKIE, '', { url: publicUrl, maxAgeSeconds: 0 })]
}

export async function startProvider(
  context: AccountContext,
  request: RequestFacts,
  { provider, next }: { provider: string; next: string },
): ReturnType<Accounts['startProvider']> {
  const { publicUrl, settings, library, findSignedInPerson } = context
  const isOffered = settings[provider === OIDC_PROVIDER ? 'oidc' : 'github'] !== null
  if (!isOffered || !['github', OIDC_PROVIDER].includes(provider)) {
    return err(appError('not-found', 'This server does not offer this sign-in method. Choose another one.'))
  }
  const many = await limitSignInAttempts(context, 'sign-in', request, null)
  if (!many.ok) return many
  const headers = context.headersFor(request)
  const signedIn = (await findSignedInPerson(request)) !== null
  const failed = `${publicUrl}${signedIn ? '/account' : '/sign-in'}?problem=provider`
  const body = { provider, callbackURL: `${publicUrl}${next}`, errorCallbackURL: failed, disableRedirect: true }
  const apiRequest = { body, headers, asResponse: true } as const
  const response = await library(request, ({ api }) =>
    signedIn ? api.linkSocialAccount(apiRequest) : api.signInSocial(apiRequest),
  )
  // The library fails with a status of 500 or above when the provider is unreachable.
  if (response.status >= 500) return err(PROVIDER_UNAVAILABLE)
  const { url, cookies } = await readLibraryResponse(response)
  if (url === '') return err(PROVIDER_UNAVAILABLE)
  return ok({ url, cookies: [...cookies, bindState(url, provider, publicUrl)] })
}

const WRONG_CREDENTIALS = appError('sign-in-failed', 'E-mail or password is wrong. Try again, or reset the password.')
const PROVIDER_UNAVAILABLE = appError('unavailable', 'The sign-in provider does not respond. Try again later.')

/** The actor for the audit log; without a person it is the sender of the request. */
export function actorOf(request: RequestFacts, person?: { id: string; name: string }): Actor {
  const { requestId } = request
  const address = addressPrefix(request.address)
  if (person === undefined) return { ...SERVER, name: 'somebody', requestId, address }
  return { kind: 'person', id: person.id, name: person.name, requestId, address }
}
