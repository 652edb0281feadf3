import type { Actor, Change, MemberRole } from '../../types.ts'

// Accounts, their sign-in methods and their sessions.

/** A session with its person, found by the token of the cookie. */
export type FoundSession = {
  id: string
  createdAt: string
  expiresAt: string
  lastSeenAt: string
  /** True once the person proved a second factor in this session. */
  hasSecondFactor: boolean
  /** True when the person has an authenticator app. */
  hasTotp: boolean
  /** True when an organization of the person requires a second factor. */
  isRequired: boolean
  /** True when an organization requires its identity provider, by which the person did not sign in. */
  lacksProvider: boolean
  person: { id: string; name: string; email: string }
}

/** A browser in which a person is signed in; `address` is a prefix of its IP address. */
export type AccountSession = {
  id: string
  createdAt: string
  lastSeenAt: string
  address: string | null
  userAgent: string | null
}

export type Passkey = { id: string; name: string | null; createdAt: string; backedUp: boolean }

/** An event of an account, caused by its owner or by a failed sign-in; `address` is a prefix of an IP address. */
export type AccountEvent = { id: string; at: string; action: string; name: string; address: string | null }

/** An account at another provider that the person signs in with. */
export type LinkedAccount = { id: string; provider: string; accountId: string; createdAt: string }

export type AccountProfile = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  createdAt: string
  hasPassword: boolean
  passkeys: Passkey[]
  linkedAccounts: LinkedAccount[]
}

/** Personal data outside projects, without secrets. */
export type AccountExport = {
  profile: AccountProfile
  sessions: AccountSession[]
  organizations: { slug: string; name: string; role: MemberRole; since: string }[]
  projects: { slug: string; name: string; role: MemberRole; since: string }[]
  /** The newest 10,000 of each kind. */
  events: { at: string; action: string; kind: string; name: string; project: string | null }[]
}

export type NewAccount = {
  name: string
  /** The address in lower case. */
  email: string
  emailVerified: boolean
  passwordHash: string
}

/** The second factor of a person. */
export type SecondFactor = {
  /** Time from which codes of an authenticator app are required; null without an app. */
  since: string | null
  recoveryCodes: number
  /** Names of the organizations that require a second factor. */
  requiredBy: string[]
}

/** A proof of the second factor in a session. */
export type FactorProof = { personId: string; sessionId: string; at: Date }

export type SecondFactorStore = {
  secondFactor(personId: string): Promise<SecondFactor>
  /** True when a sign-in with a password must be completed, by a second factor or by an identity provider. */
  needsSecondStep(email: string): Promise<boolean>
  /** The encrypted secret of the person's app. */
  findTotp(personId: string): Promise<{ secretSealed: string; isConfirmed: boolean } | null>
  /** Stores a secret that is not confirmed yet, and returns the one that was stored first. */
  startTotp(personId: string, secretSealed: string): Promise<string>
  /** Stores the same secret, encrypted again. */
  resealTotp(personId: string, secretSealed: string): Promise<void>
  /** Confirms the app by its first code. @returns false when it was confirmed already. */
  confirmTotp(proof: FactorProof, totp: { step: number; codeHmacs: readonly string[] }, by: Actor): Promise<boolean>
  /** Accepts the code of a period once. @returns false for a code of the newest accepted period or before. */
  acceptTotp(proof: FactorProof, step: number, by: Actor): Promise<boolean>
  /** Accepts a recovery code once. */
  acceptRecoveryCode(proof: FactorProof, codeHmacs: readonly string[], by: Actor): Promise<boolean>
  replaceRecoveryCodes(personId: string, codeHmacs: readonly string[], by: Actor): Promise<void>
  /** Removes the app and the recovery codes. @returns false when the person has no app. */
  removeTotp(personId: string, by: Actor): Promise<boolean>
  /** Records that a session was created with a second factor; joins the open transaction. */
  markSecondFactor(sessionId: string): Promise<void>
  /** Records the identity providers that vouched for a new session; joins the open transaction. */
  markProviders(sessionId: string, providerIds: readonly string[]): Promise<void>
  recordFailedCode(personId: string, by: Actor): Promise<void>
}

export type AccountStore = SecondFactorStore & {
  /**
   * Client of the identity library for app_user, session, account, verification and passkey; nothing else may use it.
   */
  identityClient: object
  /** Runs `work` in one transaction, which includes the identity client and `writeEvent`. Joins an open transaction. */
  inOneTransaction<T>(work: () => Promise<T>): Promise<T>
  /** Writes an audit event in the open transaction. */
  writeEvent(by: Actor, change: Change): Promise<void>
  /** Finds a session by the keyed hash of its token. */
  findSession(tokenHmac: string): Promise<FoundSession | null>
  /** Stores a session under the hash by the present secret of the server. */
  rehashSession(before: string, after: string): Promise<void>
  /** Records that a session is in use, at most every 5 minutes. */
  touchSession(session: Pick<FoundSession, 'id' | 'lastSeenAt'>, at: Date): Promise<void>
  /** Deletes an expired session. No audit event is written, because no person ended it. */
  deleteExpiredSession(sessionId: string): Promise<void>
  /** Ends a session, which is refused as soon as this returns. False if the person has no such session. */
  endSession(
    personId: string,
    sessionId: string,
    by: Actor,
    as?: 'session.ended' | 'person.signed-out',
  ): Promise<boolean>
  /**
   * Ends all sessions of a person.
   *
   * @param exceptId a session that stays; null for none.
   * @returns the number of ended sessions.
   */
  endSessions(personId: string, exceptId: string | null, by: Actor): Promise<number>
  /** Sessions that have not expired, last used first. */
  listSessions(personId: string, seenAfter: Date, at: Date): Promise<AccountSession[]>
  /** True if at least one organization has an owner. */
  hasOwner(): Promise<boolean>
  /**
   * Stores a person as owner of the organization, which is created if it is missing; null if an owner already exists.
   */
  addFirstOwner(person: NewAccount, organization: string, by: Actor): Promise<string | null>
  /** Returns the id of the new person; null if the address is taken. */
  add(person: NewAccount, by: Actor): Promise<string | null>
  /** Finds the person of an address in lower case. */
  findByEmail(email: string): Promise<{ id: string; name: string; emailVerified: boolean } | null>
  /** Finds an invitation that can still be accepted. */
  findInvitation(secretSha256: string, at: Date): Promise<{ organization: string; email: string | null } | null>
  /** True if an open invitation names this address. */
  isInvited(email: string, at: Date): Promise<boolean>
  findProfile(personId: string): Promise<AccountProfile | null>
  /** Lists recent events of the account, newest first, without events of organizations. */
  listRecentEvents(personId: string, limit: number): Promise<AccountEvent[]>
  rename(personId: string, name: string, by: Actor): Promise<void>
  /** Returns false if the address is taken. */
  changeEmail(personId: string, email: string, by: Actor): Promise<boolean>
  renamePasskey(personId: string, passkeyId: string, name: string, by: Actor): Promise<boolean>
  removePasskey(personId: string, passkeyId: string, by: Actor): Promise<boolean>
  /** Stores another hash of the same password. No audit event is written, because the account does not change. */
  replacePasswordHash(before: string, after: string): Promise<void>
  /** Returns false for an unknown account, and for the last sign-in method, which cannot be removed. */
  unlink(personId: string, accountId: string, by: Actor): Promise<boolean>
  /** Records a failed sign-in; for an unknown address without the address. */
  recordFailedSignIn(email: string | null, by: Actor): Promise<void>
  export(personId: string): Promise<AccountExport | null>
  /** Slugs of the organizations whose last owner this person is, who therefore cannot be deleted. */
  listLastOwnerOf(personId: string): Promise<string[]>
  /**
   * Deletes the person. It is refused while the person is the last owner of an organization; the slugs of those
   * organizations are returned.
   */
  delete(personId: string, by: Actor): Promise<{ lastOwnerOf: string[] }>
}
