import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import type { Accounts, SignUpFields } from './accounts.ts'
import { Email, fieldError, PersonName, readField } from './form-error.ts'
import { logUnsentMail } from './identity-mails.ts'
import { limitNewPassword, limitSignInAttempts } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { hashPassword } from './password-hash.ts'
import { findPasswordProblem } from './password-strength.ts'
import { canSetUp, deleteSetUpCode } from './set-up-code.ts'
import { actorOf, enterWithPassword } from './sign-in.ts'

/** The organization of the demo data, which the first owner gets. */
const FIRST_ORGANIZATION = 'assay'

/** Creates the first owner of a server. */
export async function setUp(
  context: AccountContext,
  request: RequestFacts,
  { code, ...sent }: Parameters<Accounts['setUp']>[1],
): ReturnType<Accounts['setUp']> {
  const { db, dataDir, publicUrl } = context
  if (!canSetUp(request, code, { dataDir, publicUrl })) {
    return err(fieldError('code', 'Wrong code. Copy the code that npm start printed.'))
  }
  const account = readAccount(sent)
  if (!account.ok) return account
  const strong = await checkStrength(sent.password, account.value)
  if (!strong.ok) return strong
  const person = { ...account.value, emailVerified: true, passwordHash: await hashPassword(sent.password) }
  const id = await db.accounts.addFirstOwner(person, FIRST_ORGANIZATION, actorOf(request))
  if (id === null)
    return err(
      appError('conflict', 'Another person has just created the first owner. Sign in, or ask for an invitation.'),
    )
  deleteSetUpCode(dataDir)
  return enterWithPassword(context, request, { email: account.value.email, password: sent.password })
}

/** Creates an account; without mail it is signed in at once. */
export async function signUp(
  context: AccountContext,
  request: RequestFacts,
  { invitation: secret, next = '', ...sent }: Parameters<Accounts['signUp']>[1],
): ReturnType<Accounts['signUp']> {
  const { db, now, settings, mailer, library } = context
  const account = readAccount(sent)
  if (!account.ok) return account
  const { name, email } = account.value
  const invitation = secret === '' ? null : await db.accounts.findInvitation(sha256Hex(secret), now())
  if (settings.signUp === 'invited' && invitation === null) return err(NOT_INVITED)
  if (invitation?.email != null && invitation.email.toLowerCase() !== email) {
    return err(fieldError('email', 'The invitation is for another e-mail address. Enter that address.'))
  }
  // The password is scored and hashed for those only who may have an account.
  const tooMany = await limitNewPassword(context, request)
  if (!tooMany.ok) return tooMany
  const strong = await checkStrength(sent.password, account.value)
  if (!strong.ok) return strong
  const many = await limitSignInAttempts(context, 'sign-up', request, email)
  if (!many.ok) return many
  const person = { name, email, emailVerified: false, passwordHash: await hashPassword(sent.password) }
  const id = await db.accounts.add(person, actorOf(request))
  if (!mailer.configured) {
    if (id === null)
      return err(fieldError('email', 'This address cannot be used. If you have an account with it, sign in.'))
    const entered = await enterWithPassword(context, request, { email, password: sent.password })
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
}

const NOT_INVITED = appError(
  'role-missing',
  'Sign-up on this server needs an invitation. Ask an owner for one, and open the link in it.',
)

function readAccount(sent: SignUpFields): Result<{ name: string; email: string }, AppError> {
  const name = readField('name', PersonName, sent.name)
  if (!name.ok) return name
  const email = readField('email', Email, sent.email)
  return email.ok ? ok({ name: name.value, email: email.value }) : email
}

async function checkStrength(password: string, { name, email }: { name: string; email: string }) {
  const weak = await findPasswordProblem(password, [name, email])
  return weak === null ? ok(true as const) : err(fieldError('password', weak))
}
