import type {
  AccountEvent,
  AccountExport,
  AccountProfile,
  AccountSession,
  LinkedAccount,
  Passkey,
} from '@assay/db/types'
import type { Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'

export type {
  AccountEvent,
  AccountExport as PersonExport,
  AccountProfile as PersonProfile,
  AccountSession as PersonSession,
  LinkedAccount,
  Passkey,
}

/** Lines of Set-Cookie that go with an answer. */
export type ResponseWithCookies<T = object> = T & { cookies: readonly string[] }

/** What was filled in wrong is in `places`, as `/email`, `/password`, `/current`, `/name`, `/code`. */
export type AccountResponse<T = object> = Promise<Result<ResponseWithCookies<T>, AppError>>

/** A way in besides the password. */
export type SignInProvider = { id: string; name: string }

export type SignUpFields = { name: string; email: string; password: string }

/** Who is signed in, and everything that people do with their own account. */
export type Accounts = {
  /** Who is signed in: one query, nothing kept, so a session that was ended is refused by the next request. */
  findSignedInPerson(request: RequestFacts): Promise<Person | null>
  signInMethods(): { signUp: 'open' | 'invited'; providers: readonly SignInProvider[]; mail: boolean }

  /** True until the first owner exists. */
  needsOwner(): Promise<boolean>
  /** Whether this request may make the first owner: from this machine, or with the code that `npm start` prints. */
  canSetUp(request: RequestFacts, code: string): boolean
  setUp(request: RequestFacts, sent: SignUpFields & { code: string }): AccountResponse

  /** The organization that an invitation is for, while it is open. */
  findInvitation(secret: string): Promise<{ organization: string; email: string | null } | null>
  /**
   * `signedIn` is false when a mail has to be answered first, or was sent to who has an account already. `next`, a path of
   * ours, is where the link in that mail leads on to.
   */
  signUp(
    request: RequestFacts,
    sent: SignUpFields & { invitation: string; next?: string },
  ): AccountResponse<{ signedIn: boolean }>
  signIn(request: RequestFacts, sent: { email: string; password: string }): AccountResponse
  /** The cookies that take the session's away. */
  signOut(request: RequestFacts): Promise<readonly string[]>
  /** Where GitHub or OIDC asks the person; `next` is a path of ours. Somebody signed in links the account to theirs. */
  startProvider(request: RequestFacts, sent: { provider: string; next: string }): AccountResponse<{ url: string }>
  /** Answers alike whether or not somebody has that address. */
  requestReset(request: RequestFacts, sent: { email: string }): AccountResponse
  resetPassword(request: RequestFacts, sent: { token: string; password: string }): AccountResponse
  verifyEmail(request: RequestFacts, sent: { token: string }): AccountResponse

  /** `lately` is what happened with the account, the newest first. */
  getAccount(person: Person): Promise<{ profile: AccountProfile; sessions: AccountSession[]; lately: AccountEvent[] }>
  rename(request: RequestFacts, person: Person, sent: { name: string }): AccountResponse
  /** `waits` is true when the new address has to answer a mail first. */
  changeEmail(
    request: RequestFacts,
    person: Person,
    sent: { email: string; current: string },
  ): AccountResponse<{ waits: boolean }>
  /** Ends the other sessions and renews this one. */
  changePassword(request: RequestFacts, person: Person, sent: { current: string; password: string }): AccountResponse
  endSession(request: RequestFacts, person: Person, sent: { id: string }): AccountResponse
  endOtherSessions(request: RequestFacts, person: Person): AccountResponse
  renamePasskey(request: RequestFacts, person: Person, sent: { id: string; name: string }): AccountResponse
  removePasskey(request: RequestFacts, person: Person, sent: { id: string }): AccountResponse
  unlink(request: RequestFacts, person: Person, sent: { id: string }): AccountResponse
  export(person: Person): Promise<AccountExport & { kept: { project: string; path: string; name: string }[] }>
  delete(request: RequestFacts, person: Person, sent: { current: string }): AccountResponse

  /** Ceremonies of passkeys and what GitHub or OIDC send back; 404 for everything else. */
  handleIdentityRequest(request: Request): Promise<Response>
}
