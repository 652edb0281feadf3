import type { Actor, Organization } from '../../types.ts'

/** A person in the directory of an organization. Only an active one is a member. */
export type ScimUser = {
  id: string
  userName: string
  externalId: string | null
  name: string
  email: string
  active: boolean
  createdAt: string
  updatedAt: string
}

export type ScimFields = Pick<ScimUser, 'userName' | 'externalId' | 'name' | 'email' | 'active'>

/** Finds users by one value; a user name is compared without regard to case. */
export type ScimFilter = { field: 'id' | 'userName' | 'externalId' | 'email'; value: string }

/**
 * The reason why a change was refused: the user name is taken; the address is in no domain that is verified for the
 * organization; an account with the address was never confirmed and is not a member; the person is the last owner.
 */
export type ScimRefusal = 'taken' | 'foreign-address' | 'unconfirmed-account' | 'last-owner' | 'not-there'

/** A token that was ended because of a report, and the owners to notify. */
export type LeakedScimToken = { organization: string; recipients: { name: string; email: string }[] }

export type ScimStore = {
  /** Stores the token of an organization's directory, which replaces the one before. */
  setToken(organizationId: string, tokenHmac: string, by: Actor): Promise<void>
  removeToken(organizationId: string, by: Actor): Promise<boolean>
  /**
   * Since when an organization has a token, and when it was reported as public; null without one, or when it was not.
   */
  tokenState(organizationId: string): Promise<{ since: string | null; leakedAt: string | null }>
  /** Ends the tokens with these hashes, which were reported as public. */
  revokeLeaked(tokenHmacs: readonly string[], at: Date, by: Actor): Promise<LeakedScimToken[]>
  /** Finds the organization of a usable token by any of its hashes. */
  findByToken(tokenHmacs: readonly string[]): Promise<Organization | null>
  /** Lists users by their name. `total` counts all that the filter finds. */
  list(
    organizationId: string,
    page: { filter: ScimFilter | null; skip: number; take: number },
  ): Promise<{ total: number; users: ScimUser[] }>
  find(organizationId: string, id: string): Promise<ScimUser | null>
  create(organizationId: string, fields: ScimFields, at: Date, by: Actor): Promise<ScimUser | ScimRefusal>
  /**
   * Changes a user. Disabling removes the membership, revokes tokens and links as for a removed member, and ends the
   * sessions of the organization's identity provider; enabling restores the membership.
   */
  change(
    organizationId: string,
    changed: { id: string; fields: ScimFields },
    at: Date,
    by: Actor,
  ): Promise<ScimUser | ScimRefusal>
  /** Removes a user and the membership, and unlinks the account from the organization's identity provider. */
  remove(organizationId: string, id: string, at: Date, by: Actor): Promise<'done' | ScimRefusal>
}
