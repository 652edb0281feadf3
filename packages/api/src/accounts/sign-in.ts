import { SERVER } from '@assay/db/open'
import type { Actor } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { addressPrefix } from '../access/request-facts.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import type { AccountResponse, Accounts, SignUpFields } from './accounts.ts'
import { Email, fieldError, PersonName, readField } from './form-error.ts'
import { logUnsentMail } from './identity-mails.ts'
import { OIDC_PROVIDER } from './identity-names.ts'
import { readLibraryResponse } from './library-response.ts'
import { limitPasswordAttempt, limitSignInAttempts } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { hashPassword } from './password-hash.ts'
import { findPasswordProblem } from './password-strength.ts'
import { sessionCookieName } from './session-cookie.ts'
import { canSetUp, deleteSetUpCode } from './set-up-code.ts'

/** The organization of the demo data, which the first owner gets. */
const FIRST_ORGANIZATION = 'assay'

type Enter = Pick<
  Accounts,
  'needsOwner' | 'canSetUp' | 'setUp' | 'findInvitation' | 'signUp' | 'signIn' | 'signOut' | 'startProvider'
>

/** Sign-in and sign-up: the first owner, new accounts, and existing accounts. */
export function signInActions(context: AccountContext): Enter {
  const { db, now, publicUrl, dataDir, settings, mailer, library, findSignedInPerson, findSession, browsers } = context
  let hadOwner = false

  const needsOwner = async () => {
    // The last owner cannot leave, so once an owner exists there always is one.
    hadOwner ||= await db.accounts.hasOwner()
    return !hadOwner
  }

  /** Signs in with a password and ends the previous session of the browser. */
  const enter = async (
    request: RequestFacts,
    body: { email: string; password: string },
  ): AccountResponse<{ isComplete: boolean }> => {
    const before = (await findSession(request))?.person ?? null
    const headers = context.headersFor(request)
    const signIn = { body, headers, asResponse: true } as const
    const answer = await readLibraryResponse(await library(request, ({ api }) => api.signInEmail(signIn)))
    if (answer.ok) {
      if (before !== null) await db.accounts.endSession(before.id, before.sessionId, actorOf(request, before))
      const isComplete = !(await db.accounts.needsSecondFactor(body.email))
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

  return {
    needsOwner,
    canSetUp: (request, code) => canSetUp(request, code, { dataDir, publicUrl }),

    async setUp(request, { code, ...sent }) {
      if (!(await needsOwner())) return err(appError('not-found', 'This server has an owner already. Sign in instead.'))
      if (!canSetUp(request, code, { dataDir, publicUrl })) {
        return err(fieldError('code', 'Wrong code. Copy the code that npm start printed.'))
      }
      const account = await readAccount(sent)
      if (!account.ok) return account
      const person = { ...account.value, emailVerified: true, passwordHash: await hashPassword(sent.password) }
      const id = await db.accounts.addFirstOwner(person, FIRST_ORGANIZATION, actorOf(request))
      if (id === null)
        return err(
          appError('conflict', 'Another person has just created the first owner. Sign in, or ask for an invitation.'),
        )
      deleteSetUpCode(dataDir)
      return enter(request, { email: account.value.email, password: sent.password })
    },

    findInvitation: (secret) => db.accounts.findInvitation(sha256Hex(secret), now()),

    async signUp(request, { invitation: secret, next = '', ...sent }) {
      if (await needsOwner()) return err(appError('conflict', 'This server has no owner yet: set it up first.'))
      const account = await readAccount(sent)
      if (!account.ok) return account
      const { name, email } = account.value
      const many = await limitSignInAttempts(context, 'sign-up', request, email)
      if (!many.ok) return many
      const invitation = secret === '' ? null : await db.accounts.findInvitation(sha256Hex(secret), now())
      if (settings.signUp === 'invited' && invitation === null) return err(NOT_INVITED)
      if (invitation?.email != null && invitation.email.toLowerCase() !== email) {
        return err(fieldError('email', 'The invitation is for another address.'))
      }
      const person = { name, email, emailVerified: false, passwordHash: await hashPassword(sent.password) }
      const id = await db.accounts.add(person, actorOf(request))
      if (!mailer.configured) {
        if (id === null)
          return err(fieldError('email', 'This address cannot be used. If you have an account with it, sign in.'))
        const entered = await enter(request, { email, password: sent.password })
        return entered.ok ? ok({ ...entered.value, signedIn: true }) : entered
      }
      // The response does not reveal whether the address was free; only its owner learns that, by mail.
      const apiRequest = {
        body: { email, ...(next !== '' && { callbackURL: next }) },
        headers: context.headersFor(request),
      }
      if (id === null) void context.mails.sendAccountExists({ email, name }).catch(logUnsentMail)
      else await library(request, ({ api }) => api.sendVerificationEmail(apiRequest))
      return ok({ cookies: [], signedIn: false })
    },

    async signIn(request, sent) {
      const email = readField('email', Email, sent.email)
      if (!email.ok) return email
      const many = await limitPasswordAttempt(context, request, email.value)
      return many.ok ? enter(request, { email: email.value, password: sent.password }) : many
    },

    async signOut(request) {
      const person = (await findSession(request))?.person ?? null
      if (person !== null)
        await db.accounts.endSession(person.id, person.sessionId, actorOf(request, person), 'person.signed-out')
      const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
      return [`${sessionCookieName(publicUrl)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`]
    },

    async startProvider(request, { provider, next }) {
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
      return url === '' ? err(PROVIDER_UNAVAILABLE) : ok({ url, cookies })
    },
  }
}

const WRONG_CREDENTIALS = appError('sign-in-failed', 'E-mail or password is wrong.')
const PROVIDER_UNAVAILABLE = appError('unavailable', 'The sign-in provider does not respond. Try again later.')
const NOT_INVITED = appError(
  'role-missing',
  'Sign-up on this server needs an invitation. Ask an owner for one, and open the link in it.',
)

/** The actor for the audit log; without a person it is the sender of the request. */
export function actorOf(request: RequestFacts, person?: { id: string; name: string }): Actor {
  const { requestId } = request
  const address = addressPrefix(request.address)
  if (person === undefined) return { ...SERVER, name: 'somebody', requestId, address }
  return { kind: 'person', id: person.id, name: person.name, requestId, address }
}

async function readAccount(sent: SignUpFields): Promise<Result<{ name: string; email: string }, AppError>> {
  const name = readField('name', PersonName, sent.name)
  if (!name.ok) return name
  const email = readField('email', Email, sent.email)
  if (!email.ok) return email
  const weak = await findPasswordProblem(sent.password, [name.value, email.value])
  return weak === null ? ok({ name: name.value, email: email.value }) : err(fieldError('password', weak))
}
