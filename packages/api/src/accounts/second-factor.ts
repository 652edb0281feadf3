import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { type AppError, appError } from '../errors.ts'
import type { Accounts } from './accounts.ts'
import type { SessionPerson } from './find-signed-in-person.ts'
import { fieldError } from './form-error.ts'
import { limitCodeAttempt } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { actorOf } from './sign-in.ts'
import { findTotpStep, isRecoveryCode, newRecoveryCodes, newTotpSecret, recoveryCodeHashes, totpUri } from './totp.ts'

type Actions = Pick<
  Accounts,
  | 'getSecondFactor'
  | 'getSignInStep'
  | 'startTotp'
  | 'confirmTotp'
  | 'enterCode'
  | 'removeTotp'
  | 'replaceRecoveryCodes'
>

/** Codes of an authenticator app in addition to the password, and recovery codes. */
export function secondFactorActions(context: AccountContext): Actions {
  const { accounts } = context.db
  return {
    getSecondFactor: (person) => accounts.secondFactor(person.id),
    getSignInStep: (request) => getSignInStep(context, request),
    startTotp: (request) => startTotp(context, request),
    confirmTotp: (request, { code }) => confirmTotp(context, request, code),

    async enterCode(request, { code }) {
      const session = await context.findSession(request)
      if (session === null || !session.hasTotp) return NOT_SIGNED_IN
      const proven = await proveSecondFactor(context, request, session.person, code)
      return proven.ok ? ok({ cookies: [context.browsers.cookieFor(request, session.person.email)] }) : proven
    },

    async removeTotp(request, person, { code }) {
      const proven = await proveSecondFactor(context, request, person, code)
      if (!proven.ok) return proven
      return (await accounts.removeTotp(person.id, actorOf(request, person))) ? ok({ cookies: [] }) : NO_APP
    },

    async replaceRecoveryCodes(request, person, { code }) {
      const proven = await proveSecondFactor(context, request, person, code)
      if (!proven.ok) return proven
      const { codes, codeHmacs } = createCodes(context, person.id)
      await accounts.replaceRecoveryCodes(person.id, codeHmacs, actorOf(request, person))
      return ok({ cookies: [], codes })
    },
  }
}

const NOT_SIGNED_IN = err(appError('sign-in-failed', 'Sign in with your password first.'))
const NO_APP = err(appError('not-found', 'There is no authenticator app to remove. Reload the page.'))

async function getSignInStep(
  { db, findSession }: AccountContext,
  request: RequestFacts,
): ReturnType<Actions['getSignInStep']> {
  const session = await findSession(request)
  if (session === null || session.isComplete) return null
  const { person, needsFactor, hasTotp } = session
  if (!needsFactor) {
    const organizations = await db.identityProviders.missing(person.id, person.sessionId)
    return { person, step: 'provider', organizations }
  }
  const { requiredBy } = await db.accounts.secondFactor(person.id)
  return { person, step: hasTotp ? 'code' : 'set-up', requiredBy }
}

async function startTotp(
  { db, vault, findSession }: AccountContext,
  request: RequestFacts,
): ReturnType<Actions['startTotp']> {
  const { accounts } = db
  const session = await findSession(request)
  if (session === null || session.hasTotp) return null
  const { id, email } = session.person
  const stored = vault.open(await accounts.startTotp(id, vault.seal(newTotpSecret())))
  if (stored !== null) return { secret: stored, uri: totpUri(stored, email) }
  // The secret of the server was replaced before the first code was entered.
  await accounts.removeTotp(id, actorOf(request, session.person))
  const secret = newTotpSecret()
  await accounts.startTotp(id, vault.seal(secret))
  return { secret, uri: totpUri(secret, email) }
}

async function confirmTotp(
  context: AccountContext,
  request: RequestFacts,
  code: string,
): ReturnType<Actions['confirmTotp']> {
  const { db, now, vault, findSession, browsers } = context
  const { accounts } = db
  const session = await findSession(request)
  if (session === null) return NOT_SIGNED_IN
  const { person } = session
  const many = await limitCodeAttempt(context, request, person)
  if (!many.ok) return many
  const totp = await accounts.findTotp(person.id)
  const totpSecret = totp === null || totp.isConfirmed ? null : vault.open(totp.secretSealed)
  const at = now()
  const step = totpSecret === null ? null : findTotpStep(totpSecret, code.replaceAll(' ', ''), at)
  if (step === null)
    return err(fieldError('code', 'This code is wrong. Scan the image again, and enter the current code.'))
  const { codes, codeHmacs } = createCodes(context, person.id)
  const proof = { personId: person.id, sessionId: person.sessionId, at }
  const isStored = await accounts.confirmTotp(proof, { step, codeHmacs }, actorOf(request, person))
  if (!isStored) return err(appError('conflict', 'An authenticator app was added already. Reload the page.'))
  return ok({ cookies: [browsers.cookieFor(request, person.email)], codes })
}

/** Accepts a code of the app or a recovery code once, within the budget of the account. */
async function proveSecondFactor(
  context: AccountContext,
  request: RequestFacts,
  person: SessionPerson,
  text: string,
): Promise<Result<true, AppError>> {
  const { db, now, vault } = context
  const { accounts } = db
  const many = await limitCodeAttempt(context, request, person)
  if (!many.ok) return many
  const code = text.replaceAll(' ', '').toLowerCase()
  const by = actorOf(request, person)
  const proof = { personId: person.id, sessionId: person.sessionId, at: now() }
  if (isRecoveryCode(code)) {
    if (await accounts.acceptRecoveryCode(proof, recoveryHashes(context, person.id, code), by)) return ok(true)
  } else {
    const totp = await accounts.findTotp(person.id)
    const totpSecret = totp === null ? null : vault.open(totp.secretSealed)
    if (totp !== null && totpSecret === null) return err(UNREADABLE)
    const step = totpSecret === null ? null : findTotpStep(totpSecret, code, proof.at)
    if (totpSecret !== null && step !== null && (await accounts.acceptTotp(proof, step, by))) {
      // After a rotation the secret is encrypted with the new key.
      await accounts.resealTotp(person.id, vault.seal(totpSecret))
      return ok(true)
    }
  }
  await accounts.recordFailedCode(person.id, by)
  return err(fieldError('code', 'This code is wrong or was used before. Wait for the next one.'))
}

const recoveryHashes = ({ secret, settings }: AccountContext, personId: string, code: string) =>
  recoveryCodeHashes(secret, settings.previousSecret)(personId, code)

function createCodes(context: AccountContext, personId: string) {
  const codes = newRecoveryCodes()
  return { codes, codeHmacs: codes.flatMap((code) => recoveryHashes(context, personId, code).slice(0, 1)) }
}

const UNREADABLE = appError(
  'unavailable',
  'The secret of this server was replaced, so it cannot check codes. Enter a recovery code, or ask the operator for assay reset-second-factor.',
)
