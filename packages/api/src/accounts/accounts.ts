import type {
  AccountEvent,
  AccountExport,
  AccountProfile,
  AccountSession,
  LinkedAccount,
  Passkey,
  PersonalSpecData,
  SecondFactor,
} from '@assay/db/types'
import type { Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'

export type {
  AccountEvent,
  AccountProfile as PersonProfile,
  AccountSession as PersonSession,
  LinkedAccount,
  Passkey,
  SecondFactor,
}

/** Everything that is stored about a person, without secrets. */
export type PersonExport = AccountExport & {
  kept: { project: string; path: string; name: string }[]
  specs: ({ project: string } & PersonalSpecData)[]
}

/** A response with its Set-Cookie header lines. */
type ResponseWithCookies<T = object> = T & { cookies: readonly string[] }

/** An error has a pointer to the wrong field: `/email`, `/password`, `/current`, `/name` or `/code`. */
export type AccountResponse<T = object> = Promise<Result<ResponseWithCookies<T>, AppError>>

/** A sign-in method other than the password. */
type SignInProvider = { id: string; name: string }

/** `provider`: a sign-in by the identity provider of each of these organizations. */
export type SignInStep = { person: { name: string; email: string } } & (
  | { step: 'code' | 'set-up'; requiredBy: string[] }
  | { step: 'provider'; organizations: { slug: string; name: string; provider: string }[] }
)

export type SignUpFields = { name: string; email: string; password: string }

/** Sign-in, sign-up, and all actions of a person on the own account. */
export type Accounts = {
  /**
   * Finds the signed-in person with one query and without a cache, so that an ended session is refused at the next
   * request. With `isUse` false the session does not count as used by it.
   */
  findSignedInPerson(request: RequestFacts, options?: { isUse?: boolean }): Promise<Person | null>
  signInMethods(): { signUp: 'open' | 'invited'; providers: readonly SignInProvider[]; mail: boolean }

  /** True until the first owner exists. */
  needsOwner(): Promise<boolean>
  /**
   * True when the request may create the first owner: it comes from this machine, or has the code that `npm start`
   * prints.
   */
  canSetUp(request: RequestFacts, code: string): boolean
  setUp(request: RequestFacts, sent: SignUpFields & { code: string }): AccountResponse

  /** The organization of an invitation that can still be accepted. */
  findInvitation(secret: string): Promise<{ organization: string; email: string | null } | null>
  /**
   * `signedIn` is false when the person must confirm the address by mail first, or when the address already has an
   * account. The link in that mail leads to `next`, a path on this server.
   */
  signUp(
    request: RequestFacts,
    sent: SignUpFields & { invitation: string; next?: string },
  ): AccountResponse<{ signedIn: boolean }>
  /** `isComplete` is false when a second factor is needed (`getSignInStep`). */
  signIn(request: RequestFacts, sent: { email: string; password: string }): AccountResponse<{ isComplete: boolean }>
  /** Returns the header lines that delete the session cookie. */
  signOut(request: RequestFacts): Promise<readonly string[]>
  /**
   * Returns the address at GitHub or OIDC where the person signs in; `next` is a path on this server. A signed-in
   * person links that provider account to the current account.
   */
  startProvider(request: RequestFacts, sent: { provider: string; next: string }): AccountResponse<{ url: string }>
  /**
   * Returns the address of an organization's identity provider where the person signs in. The organization is found by the
   * domain of the address, or by its short name.
   */
  startOrganizationSignIn(
    request: RequestFacts,
    sent: { email: string; organization: string; next: string },
  ): AccountResponse<{ url: string }>
  /** The next step of a sign-in that is not complete; null when the request has no such session. */
  getSignInStep(request: RequestFacts): Promise<SignInStep | null>
  /** Leaves an organization whose required identity provider does not know the person. */
  leaveOrganization(request: RequestFacts, sent: { organization: string }): AccountResponse
  getSecondFactor(person: Person): Promise<SecondFactor>
  /** The secret for the authenticator app, the same until it is confirmed; null when the person has one already. */
  startTotp(request: RequestFacts): Promise<{ secret: string; uri: string } | null>
  /** Confirms the app by its first code. @returns the recovery codes, which are shown once. */
  confirmTotp(request: RequestFacts, sent: { code: string }): AccountResponse<{ codes: string[] }>
  /** Completes a sign-in by a code of the app or a recovery code. */
  enterCode(request: RequestFacts, sent: { code: string }): AccountResponse
  removeTotp(request: RequestFacts, person: Person, sent: { code: string }): AccountResponse
  replaceRecoveryCodes(
    request: RequestFacts,
    person: Person,
    sent: { code: string },
  ): AccountResponse<{ codes: string[] }>
  /** The response does not reveal whether the address has an account. */
  requestReset(request: RequestFacts, sent: { email: string }): AccountResponse
  resetPassword(request: RequestFacts, sent: { token: string; password: string }): AccountResponse
  verifyEmail(request: RequestFacts, sent: { token: string }): AccountResponse

  /**
   * `lately` contains the last events of the account, newest first; `specs` is the number of specs in which something of
   * the person remains after the account is deleted.
   */
  getAccount(
    person: Person,
  ): Promise<{ profile: AccountProfile; sessions: AccountSession[]; lately: AccountEvent[]; specs: number }>
  rename(request: RequestFacts, person: Person, sent: { name: string }): AccountResponse
  /** `waits` is true when the new address must be confirmed by mail first. */
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
  export(person: Person): Promise<PersonExport>
  /** With `pseudonym` the name in specs is replaced first. */
  delete(request: RequestFacts, person: Person, sent: { current: string; pseudonym?: boolean }): AccountResponse

  /** Handles passkey ceremonies and the callbacks of GitHub and OIDC; responds 404 to everything else. */
  handleIdentityRequest(request: Request): Promise<Response>
}
