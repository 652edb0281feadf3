import type { Actor, Change, MemberRole } from '../types.ts'

// People, how they sign in, and where they are signed in.

/** A session with its person, as the cookie's token finds it. */
export type FoundSession = {
  id: string
  createdAt: string
  expiresAt: string
  lastSeenAt: string
  person: { id: string; name: string; email: string }
}

/** A browser in which a person is signed in; `address` is a prefix. */
export type AccountSession = {
  id: string
  createdAt: string
  lastSeenAt: string
  address: string | null
  userAgent: string | null
}

export type Passkey = { id: string; name: string | null; createdAt: string; backedUp: boolean }

/** Something that happened with an account, by its person or by who tried to be them; `address` is a prefix. */
export type AccountEvent = { id: string; at: string; action: string; name: string; address: string | null }

/** An account elsewhere by which a person signs in. */
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

/** What is stored of a person above projects, without secrets. */
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
  /** In small letters. */
  email: string
  emailVerified: boolean
  passwordHash: string
}

export type AccountStore = {
  /** Client of the identity library for app_user, session, account, verification and passkey; nobody else's. */
  identityClient: object
  /** What that client and `write` do meanwhile is stored together, or nothing of it. It joins one that runs already. */
  inOneTransaction<T>(work: () => Promise<T>): Promise<T>
  /** Adds a line to the trail, in the transaction that runs. */
  writeEvent(by: Actor, change: Change): Promise<void>
  /** By the keyed hash of its token. */
  findSession(tokenHmac: string): Promise<FoundSession | null>
  /** Notes that a session is in use, written at most every 5 minutes. */
  touchSession(session: Pick<FoundSession, 'id' | 'lastSeenAt'>, at: Date): Promise<void>
  /** A session that is over by itself; nobody ended it, so nothing is written down. */
  deleteExpiredSession(sessionId: string): Promise<void>
  /** From the answer on the session is refused. False when the person has no such session. */
  endSession(
    personId: string,
    sessionId: string,
    by: Actor,
    as?: 'session.ended' | 'person.signed-out',
  ): Promise<boolean>
  /** Ends all sessions but one. @returns how many. */
  endOtherSessions(personId: string, keptId: string, by: Actor): Promise<number>
  /** Those that are not over, the one seen last first. */
  listSessions(personId: string, seenAfter: Date, at: Date): Promise<AccountSession[]>
  /** True once some organization has an owner. */
  hasOwner(): Promise<boolean>
  /** Stores the person as owner of the organization, which is made if need be; null when there was an owner already. */
  addFirstOwner(person: NewAccount, organization: string, by: Actor): Promise<string | null>
  /** The id of the new person; null when the address is taken. */
  add(person: NewAccount, by: Actor): Promise<string | null>
  /** The person of an address in small letters. */
  findByEmail(email: string): Promise<{ id: string; name: string; emailVerified: boolean } | null>
  /** An invitation that can still be accepted. */
  findInvitation(secretSha256: string, at: Date): Promise<{ organization: string; email: string | null } | null>
  /** True when somebody invited this very address. */
  isInvited(email: string, at: Date): Promise<boolean>
  findProfile(personId: string): Promise<AccountProfile | null>
  /** What happened with the account of late, the newest first: nothing of organizations. */
  listRecentEvents(personId: string, limit: number): Promise<AccountEvent[]>
  rename(personId: string, name: string, by: Actor): Promise<void>
  /** False when the address is taken. */
  changeEmail(personId: string, email: string, by: Actor): Promise<boolean>
  renamePasskey(personId: string, passkeyId: string, name: string, by: Actor): Promise<boolean>
  removePasskey(personId: string, passkeyId: string, by: Actor): Promise<boolean>
  /** The last way to sign in stays: false for it, and when there is no such account. */
  unlink(personId: string, accountId: string, by: Actor): Promise<boolean>
  /** Writes down that somebody could not prove to be a person; of an address that nobody has, only that it happened. */
  recordFailedSignIn(email: string | null, by: Actor): Promise<void>
  export(personId: string): Promise<AccountExport | null>
  /** Deletes the person; refused while they are the last owner of an organization. Answers the slugs of those. */
  delete(personId: string, by: Actor): Promise<{ lastOwnerOf: string[] }>
}
