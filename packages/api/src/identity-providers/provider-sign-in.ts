import { createHmac, randomBytes } from 'node:crypto'
import type { Admission, SignInProviderRow } from '@assay/db/types'
import { hostCookieName, writeHostCookie } from '@assay/domain/account/host-cookie'
import { err, ok, type Result } from '@assay/domain/result'
import { type RequestFacts, requestFacts } from '../access/request-facts.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { Email, fieldError, PersonName, readField } from '../accounts/form-error.ts'
import { readLibraryResponse } from '../accounts/library-response.ts'
import { limitSignInAttempts } from '../accounts/limit-sign-in-attempts.ts'
import type { AccountContext } from '../accounts/open-accounts.ts'
import { actorOf } from '../accounts/sign-in.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import { quotaError } from '../quotas/quota-error.ts'
import type { OidcSecrets, OidcSettings } from './oidc-client.ts'
import type { ProviderPerson } from './provider-person.ts'
import { logRefusedAnswer, redirectTo, redirectUri, SIGN_IN_STATE } from './provider-redirects.ts'
import { readVerifiedAnswer, samlRequestId, samlService } from './saml-callback.ts'
import { samlSignInUrl } from './saml-client.ts'

/** A sign-in at a provider must be completed within this time. */
const MAX_SIGN_IN_MS = 10 * 60_000

/** Path of the callback of an organization's provider, below the path of the identity library. */
export const CALLBACK = /^\/sso\/([a-z0-9-]{1,63})\/callback$/

/** Returns the address of the provider where the person signs in. */
export async function startProviderSignIn(
  context: AccountContext,
  request: RequestFacts,
  { email: typed, organization, next }: { email: string; organization: string; next: string },
): ReturnType<Accounts['startOrganizationSignIn']> {
  const { db, now } = context
  const many = await limitSignInAttempts(context, 'sign-in', request, null)
  if (!many.ok) return many
  const email = organization === '' ? readField('email', Email, typed) : ok(null)
  if (!email.ok) return email
  const domain = email.value?.slice(email.value.lastIndexOf('@') + 1) ?? ''
  const { identityProviders } = db
  const provider = await (domain === ''
    ? identityProviders.findByOrganization(organization)
    : identityProviders.findByDomain(domain))
  if (provider === null)
    return err(fieldError('email', `No organization on this server has an identity provider for ${domain}.`))
  const state = randomToken()
  const browser = readBrowser(context, request) ?? randomToken()
  const address = await providerAddress(context, provider, state, email.value)
  if (!address.ok) return address
  await identityProviders.startSignIn({
    stateSha256: sha256Hex(state),
    browserSha256: sha256Hex(browser),
    providerId: provider.id,
    nextPath: next,
    expiresAt: new Date(now().getTime() + MAX_SIGN_IN_MS),
  })
  return ok({ url: address.value, cookies: [browserCookie(context, browser)] })
}

/** Handles the browser that a provider sends back: signs the person in and redirects. */
export async function finishProviderSignIn(
  context: AccountContext,
  request: Request,
  organization: string,
): Promise<Response> {
  const facts = requestFacts(request.headers)
  const { db, publicUrl, now } = context
  const failed = async (problem: Problem) => {
    await db.accounts.recordFailedSignIn(null, actorOf(facts))
    const page = (await context.findSignedInPerson(facts)) === null ? '/sign-in' : '/account'
    return redirectTo(`${publicUrl}${page}?problem=${problem}`, [])
  }
  if (!(await limitSignInAttempts(context, 'sign-in', facts, null)).ok) return failed('provider')
  const { search, searchParams } = new URL(request.url)
  const state = searchParams.get('state') ?? ''
  const browser = readBrowser(context, facts)
  if (browser === null || !SIGN_IN_STATE.test(state)) return failed('provider')
  const hashes = { stateSha256: sha256Hex(state), browserSha256: sha256Hex(browser) }
  const started = await db.identityProviders.finishSignIn(hashes, now())
  if (started === null || started.provider.organization.slug !== organization) return failed('provider')
  const person = await findPerson(context, started.provider, { state, search })
  if (person === null) return failed('provider')
  const entered = await enter(context, facts, started.provider, person)
  return typeof entered === 'string' ? failed(entered) : redirectTo(`${publicUrl}${started.nextPath}`, entered)
}

/** The address at the provider to which the browser is sent. */
async function providerAddress(
  context: AccountContext,
  provider: SignInProviderRow,
  state: string,
  hint: string | null,
): Promise<Result<string, AppError>> {
  const { slug } = provider.organization
  if (provider.protocol === 'saml') {
    const requestId = samlRequestId(context, state)
    return ok(await samlSignInUrl(provider, samlService(context.publicUrl, slug), { requestId, state }))
  }
  const settings = await openSettings(context, provider)
  if (settings === null) return err(SECRET_LOST)
  const url = await context.oidc
    .authorizationUrl(settings, redirectUri(context.publicUrl, slug), secretsOf(context, state), hint)
    .catch((error: unknown) => logRefusedAnswer(slug, error))
  return url === null ? err(UNAVAILABLE) : ok(url)
}

/** The person that the provider names in the request to our callback; null when it proves nobody. */
async function findPerson(
  context: AccountContext,
  provider: SignInProviderRow,
  { state, search }: { state: string; search: string },
): Promise<ProviderPerson | null> {
  const { slug } = provider.organization
  if (provider.protocol === 'saml') return readVerifiedAnswer(context, provider, new URLSearchParams(search))
  const settings = await openSettings(context, provider)
  if (settings === null) return null
  const callback = new URL(`${redirectUri(context.publicUrl, slug)}${search}`)
  return context.oidc
    .findPerson(settings, callback, secretsOf(context, state))
    .catch((error: unknown) => logRefusedAnswer(slug, error))
}

type Problem = 'provider' | 'quota' | Exclude<Admission['outcome'], 'admitted'>

/** Admits a person and creates a session, which replaces that of the browser. @returns its cookies. */
async function enter(
  context: AccountContext,
  request: RequestFacts,
  provider: SignInProviderRow,
  person: ProviderPerson,
): Promise<Problem | readonly string[]> {
  const { db, findSession, library } = context
  const email = Email.safeParse(person.email)
  if (!email.success) return 'provider'
  const name = PersonName.safeParse(person.name)
  const before = await findSession(request)
  const identity = {
    subject: person.subject,
    email: email.data,
    name: name.success ? name.data : email.data.slice(0, email.data.lastIndexOf('@')),
    // A session that lacks only this provider proves the account, or members could never link it once it is required.
    signedInAs: before?.needsFactor === false ? before.person.id : null,
  }
  const admitted = await db.identityProviders.admit(provider, identity, actorOf(request)).catch((error: unknown) => {
    if (quotaError(error) !== null) return { outcome: 'quota' as const }
    throw error
  })
  if (admitted.outcome !== 'admitted') return admitted.outcome
  // A person who belongs to two organizations that require their providers signs in by one after the other.
  const isSame = before !== null && before.person.id === admitted.personId
  const proven = isSame ? await db.identityProviders.provenProviders(before.person.sessionId) : []
  const options = {
    providers: [provider.id, ...proven],
    hasSecondFactor: isSame && before.person.hasSecondFactor === true,
  }
  const sent = { body: { userId: admitted.personId }, headers: context.headersFor(request), asResponse: true } as const
  const response = await library(request, ({ api }) => api.createSessionOfProvider(sent), options)
  const { ok: isCreated, cookies } = await readLibraryResponse(response)
  if (!isCreated) return 'provider'
  if (before !== null) {
    const { id, sessionId } = before.person
    await db.accounts.endSession(id, sessionId, actorOf(request, before.person))
  }
  return cookies
}

type OidcProviderRow = Extract<SignInProviderRow, { protocol: 'oidc' }>

/** Decrypts the client secret; null when the secret of the server was replaced. */
async function openSettings({ db, vault }: AccountContext, provider: OidcProviderRow): Promise<OidcSettings | null> {
  const clientSecret = vault.open(provider.clientSecretSealed)
  if (clientSecret === null) return null
  // After a rotation the client secret is encrypted with the new key.
  await db.identityProviders.reseal(provider.id, vault.seal(clientSecret))
  return { issuer: provider.issuer, clientId: provider.clientId, clientSecret }
}

/** Nonce and verifier are derived from the state with a key of the server, so that they are stored nowhere. */
function secretsOf({ secret }: AccountContext, state: string): OidcSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`assay ${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}

const randomToken = () => randomBytes(32).toString('base64url')

const COOKIE = 'assay-sso'

const browserCookie = ({ publicUrl }: AccountContext, browser: string): string =>
  writeHostCookie(COOKIE, browser, { url: publicUrl, maxAgeSeconds: MAX_SIGN_IN_MS / 1000 })

/** The value that binds a sign-in to the browser that started it. */
function readBrowser({ publicUrl }: AccountContext, { headers }: RequestFacts): string | null {
  const name = `${hostCookieName(COOKIE, publicUrl)}=`
  const pair = headers
    .get('cookie')
    ?.split(/; */)
    .find((one) => one.startsWith(name))
  const value = pair?.slice(name.length) ?? ''
  return SIGN_IN_STATE.test(value) ? value : null
}

const UNAVAILABLE = appError(
  'unavailable',
  'The identity provider of this organization does not respond. Try again later, or ask an owner of the organization.',
)
const SECRET_LOST = appError(
  'unavailable',
  'The secret of this server was replaced. An owner of the organization must enter the client secret again.',
)
