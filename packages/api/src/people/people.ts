import type { AccountEvent, LinkedAccount, Passkey, PersonExport, PersonProfile, PersonSession } from '@assay/db/types'
import type { Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Person } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'

export type { AccountEvent, LinkedAccount, Passkey, PersonExport, PersonProfile, PersonSession }

/** Lines of Set-Cookie that go with an answer. */
export type WithCookies<T = object> = T & { cookies: readonly string[] }

/** What was filled in wrong is in `places`, as `/email`, `/password`, `/current`, `/name`, `/code`. */
export type Answer<T = object> = Promise<Result<WithCookies<T>, AppError>>

/** A way in besides the password. */
export type Provider = { id: string; name: string }

export type NewAccount = { name: string; email: string; password: string }

/** Who is signed in, and everything that people do with their own account. */
export type People = {
  /** Who is signed in: one query, nothing kept, so a session that was ended is refused by the next request. */
  personOf(request: RequestFacts): Promise<Person | null>
  offers(): { signUp: 'open' | 'invited'; providers: readonly Provider[]; mail: boolean }

  /** True until the first owner exists. */
  needsOwner(): Promise<boolean>
  /** Whether this request may make the first owner: from this machine, or with the code that `npm start` prints. */
  maySetUp(request: RequestFacts, code: string): boolean
  setUp(request: RequestFacts, sent: NewAccount & { code: string }): Answer

  /** The organization that an invitation is for, while it is open. */
  invitation(secret: string): Promise<{ organization: string; email: string | null } | null>
  /**
   * `signedIn` is false when a mail has to be answered first, or was sent to who has an account already. `next`, a path of
   * ours, is where the link in that mail leads on to.
   */
  signUp(request: RequestFacts, sent: NewAccount & { invitation: string; next?: string }): Answer<{ signedIn: boolean }>
  signIn(request: RequestFacts, sent: { email: string; password: string }): Answer
  /** The cookies that take the session's away. */
  signOut(request: RequestFacts): Promise<readonly string[]>
  /** Where GitHub or OIDC asks the person; `next` is a path of ours. Somebody signed in links the account to theirs. */
  startProvider(request: RequestFacts, sent: { provider: string; next: string }): Answer<{ url: string }>
  /** Answers alike whether or not somebody has that address. */
  requestReset(request: RequestFacts, sent: { email: string }): Answer
  resetPassword(request: RequestFacts, sent: { token: string; password: string }): Answer
  verifyEmail(request: RequestFacts, sent: { token: string }): Answer

  /** `lately` is what happened with the account, the newest first. */
  account(person: Person): Promise<{ profile: PersonProfile; sessions: PersonSession[]; lately: AccountEvent[] }>
  rename(request: RequestFacts, person: Person, sent: { name: string }): Answer
  /** `waits` is true when the new address has to answer a mail first. */
  changeEmail(
    request: RequestFacts,
    person: Person,
    sent: { email: string; current: string },
  ): Answer<{ waits: boolean }>
  /** Ends the other sessions and renews this one. */
  changePassword(request: RequestFacts, person: Person, sent: { current: string; password: string }): Answer
  endSession(request: RequestFacts, person: Person, sent: { id: string }): Answer
  endOtherSessions(request: RequestFacts, person: Person): Answer
  renamePasskey(request: RequestFacts, person: Person, sent: { id: string; name: string }): Answer
  removePasskey(request: RequestFacts, person: Person, sent: { id: string }): Answer
  unlink(request: RequestFacts, person: Person, sent: { id: string }): Answer
  export(person: Person): Promise<PersonExport & { kept: { project: string; path: string; name: string }[] }>
  delete(request: RequestFacts, person: Person, sent: { current: string }): Answer

  /** Ceremonies of passkeys and what GitHub or OIDC send back; 404 for everything else. */
  handle(request: Request): Promise<Response>
}
