import type { RequestFacts } from '@assay/api/access/request-facts'
import type { Person } from '@assay/api/access/resolve-access'
import type { Accounts } from '@assay/api/accounts/accounts'
import type { AppError } from '@assay/api/errors'
import type { Result } from '@assay/domain/result'
import { nextPath } from '../features/accounts/next-path.ts'
import {
  accountPath,
  organizationSignInPath,
  projectsPath,
  resetPasswordPath,
  secondFactorPath,
  secondFactorStepPath,
  setUpPath,
  signInPath,
  signUpPath,
  verifyPath,
} from '../paths.ts'
import { writeRecoveryCookie } from './recovery-code-cookie.ts'

/** Values of the fields of a form; a missing field is empty. */
export type Filled = (name: string) => string

export type Done = { to: string; cookies: readonly string[]; elsewhere?: boolean }
type Sent = Promise<Result<Done, AppError>>

/** An account form: its page, its action, and the fields that the page shows again after a refusal. */
export type AccountForm = {
  page: (filled: Filled) => string
  retainedFields: readonly string[]
} & (
  | { signedIn?: never; send: (accounts: Accounts, request: RequestFacts, filled: Filled) => Sent }
  | { signedIn: true; send: (accounts: Accounts, request: RequestFacts, filled: Filled, person: Person) => Sent }
)

const account = () => accountPath()
const changed = (what: string) => `${accountPath()}?done=${what}`

export const ACCOUNT_FORMS: Record<string, AccountForm> = {
  'set-up': {
    page: (filled) => withQuery(setUpPath(), { code: filled('code') }),
    retainedFields: ['name', 'email'],
    send: async (accounts, request, filled) => {
      const answer = await accounts.setUp(request, { ...newAccount(filled), code: filled('code') })
      if (answer.ok) return { ok: true, value: { to: projectsPath(), cookies: answer.value.cookies } }
      // Another person was first, so the page of the form no longer exists.
      const isLate = answer.error.code === 'conflict' || answer.error.code === 'not-found'
      return isLate ? { ok: true, value: { to: signInPath(), cookies: [] } } : answer
    },
  },
  'sign-up': {
    page: (filled) => signUpPath({ invitation: filled('invitation'), next: nextPath(filled('next')) }),
    retainedFields: ['name', 'email'],
    send: async (accounts, request, filled) => {
      const next = nextPath(filled('next'))
      const answer = await accounts.signUp(request, { ...newAccount(filled), invitation: filled('invitation'), next })
      if (!answer.ok) return answer
      const { cookies, signedIn } = answer.value
      const to = signedIn ? next || projectsPath() : withQuery(signUpPath(), { done: 'mail', next })
      return { ok: true, value: { cookies, to } }
    },
  },
  'sign-in': {
    page: (filled) => signInPath({ next: nextPath(filled('next')), again: filled('again') !== '' }),
    retainedFields: ['email'],
    send: async (accounts, request, filled) =>
      signedIn(
        nextPath(filled('next')),
        await accounts.signIn(request, { email: filled('email'), password: filled('password') }),
      ),
  },
  'enter-code': {
    page: (filled) => secondFactorStepPath({ next: nextPath(filled('next')) }),
    retainedFields: [],
    send: async (accounts, request, filled) =>
      to(nextPath(filled('next')) || projectsPath(), accounts.enterCode(request, { code: filled('code') })),
  },
  'confirm-app': {
    page: (filled) => {
      const next = nextPath(filled('next'))
      return filled('step') === 'sign-in' ? secondFactorStepPath({ next }) : secondFactorPath({ next })
    },
    retainedFields: [],
    send: async (accounts, request, filled) =>
      withCodes(accounts, request, filled, await accounts.confirmTotp(request, { code: filled('code') })),
  },
  'recovery-codes': {
    page: () => secondFactorPath(),
    retainedFields: [],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      withCodes(
        accounts,
        request,
        filled,
        await accounts.replaceRecoveryCodes(request, person, { code: filled('code') }),
      ),
  },
  'remove-app': {
    page: () => secondFactorPath(),
    retainedFields: [],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('app-removed'), accounts.removeTotp(request, person, { code: filled('code') })),
  },
  'sign-out': {
    page: () => projectsPath(),
    retainedFields: [],
    send: async (accounts, request) => ({
      ok: true,
      value: { to: projectsPath(), cookies: await accounts.signOut(request) },
    }),
  },
  provider: {
    page: (filled) => signInPath({ next: nextPath(filled('next')) }),
    retainedFields: [],
    send: async (accounts, request, filled) => {
      const sent = { provider: filled('provider'), next: nextPath(filled('next')) || projectsPath() }
      const answer = await accounts.startProvider(request, sent)
      if (!answer.ok) return answer
      return { ok: true, value: { to: answer.value.url, cookies: answer.value.cookies, elsewhere: true } }
    },
  },
  'organization-sign-in': {
    page: (filled) => organizationSignInPath({ next: nextPath(filled('next')) }),
    retainedFields: ['email'],
    send: async (accounts, request, filled) => {
      const [email, organization] = [filled('email'), filled('organization')]
      const sent = { email, organization, next: nextPath(filled('next')) || projectsPath() }
      const answer = await accounts.startOrganizationSignIn(request, sent)
      if (!answer.ok) return answer
      return { ok: true, value: { to: answer.value.url, cookies: answer.value.cookies, elsewhere: true } }
    },
  },
  'leave-organization': {
    page: (filled) => organizationSignInPath({ next: nextPath(filled('next')) }),
    retainedFields: ['id'],
    send: async (accounts, request, filled) =>
      to(
        nextPath(filled('next')) || projectsPath(),
        accounts.leaveOrganization(request, { organization: filled('organization') }),
      ),
  },
  'request-reset': {
    page: () => resetPasswordPath(),
    retainedFields: ['email'],
    send: async (accounts, request, filled) =>
      to(`${resetPasswordPath()}?done=sent`, accounts.requestReset(request, { email: filled('email') })),
  },
  'reset-password': {
    page: (filled) => withQuery(resetPasswordPath(), { token: filled('token') }),
    retainedFields: [],
    send: async (accounts, request, filled) =>
      to(
        `${signInPath()}?done=password`,
        accounts.resetPassword(request, { token: filled('token'), password: filled('password') }),
      ),
  },
  verify: {
    page: (filled) => withQuery(verifyPath(), { token: filled('token'), next: nextPath(filled('next')) }),
    retainedFields: [],
    send: async (accounts, request, filled) => {
      const next = nextPath(filled('next'))
      const page = withQuery(signInPath(), { done: 'verified', next })
      return to(page, accounts.verifyEmail(request, { token: filled('token') }))
    },
  },
  rename: {
    page: account,
    retainedFields: ['name'],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('name'), accounts.rename(request, person, { name: filled('name') })),
  },
  'change-email': {
    page: account,
    retainedFields: ['email'],
    signedIn: true,
    send: async (accounts, request, filled, person) => {
      const sent = { email: filled('email'), current: filled('current') }
      const answer = await accounts.changeEmail(request, person, sent)
      if (!answer.ok) return answer
      return { ok: true, value: { cookies: [], to: changed(answer.value.waits ? 'email-waits' : 'email') } }
    },
  },
  'change-password': {
    page: account,
    retainedFields: [],
    signedIn: true,
    send: async (accounts, request, filled, person) => {
      const sent = { current: filled('current'), password: filled('password') }
      return to(changed('password'), accounts.changePassword(request, person, sent))
    },
  },
  'end-session': {
    page: account,
    retainedFields: ['id'],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('session'), accounts.endSession(request, person, { id: filled('id') })),
  },
  'end-other-sessions': {
    page: account,
    retainedFields: [],
    signedIn: true,
    send: async (accounts, request, _filled, person) =>
      to(changed('sessions'), accounts.endOtherSessions(request, person)),
  },
  'rename-passkey': {
    page: account,
    retainedFields: ['id'],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('passkey-name'), accounts.renamePasskey(request, person, { id: filled('id'), name: filled('name') })),
  },
  'remove-passkey': {
    page: account,
    retainedFields: ['id'],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('passkey-removed'), accounts.removePasskey(request, person, { id: filled('id') })),
  },
  unlink: {
    page: account,
    retainedFields: ['id'],
    signedIn: true,
    send: async (accounts, request, filled, person) =>
      to(changed('unlinked'), accounts.unlink(request, person, { id: filled('id') })),
  },
  'delete-account': {
    page: account,
    retainedFields: [],
    signedIn: true,
    send: async (accounts, request, filled, person) => {
      const pseudonym = filled('pseudonym') === 'yes'
      const answer = await accounts.delete(request, person, { current: filled('current'), pseudonym })
      if (!answer.ok) return answer
      return { ok: true, value: { to: `${signInPath()}?done=deleted`, cookies: await accounts.signOut(request) } }
    },
  },
}

const newAccount = (filled: Filled) => ({
  name: filled('name'),
  email: filled('email'),
  password: filled('password'),
})

/** A sign-in leads to the page that was open, or first to the second factor. */
function signedIn(
  next: string,
  answer: Result<{ cookies: readonly string[]; isComplete: boolean }, AppError>,
): Result<Done, AppError> {
  if (!answer.ok) return answer
  const { cookies, isComplete } = answer.value
  return { ok: true, value: { cookies, to: isComplete ? next || projectsPath() : secondFactorStepPath({ next }) } }
}

/** Leads to the page that shows new recovery codes once. */
async function withCodes(
  accounts: Accounts,
  request: RequestFacts,
  filled: Filled,
  answer: Result<{ cookies: readonly string[]; codes: string[] }, AppError>,
): Sent {
  if (!answer.ok) return answer
  const person = await accounts.findSignedInPerson(request)
  const { cookies, codes } = answer.value
  const shown = person === null ? [] : [await writeRecoveryCookie(person.sessionId, codes)]
  const to = secondFactorPath({ done: 'codes', next: nextPath(filled('next')) })
  return { ok: true, value: { to, cookies: [...cookies, ...shown] } }
}

async function to(page: string, answer: Promise<Result<{ cookies: readonly string[] }, AppError>>): Sent {
  const answered = await answer
  return answered.ok ? { ok: true, value: { to: page, cookies: answered.value.cookies } } : answered
}

function withQuery(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
