import type { Actor, MemberRole, Project, Visibility } from '../../types.ts'
import type { AuditChain, AuditPage, AuditQuery } from '../audit/audit-types.ts'
import type { Quotas } from '../quotas/quota-types.ts'

export type Organization = { id: string; slug: string; name: string }

export type OrganizationWithRole = Organization & { role: MemberRole }

export type Member = {
  personId: string
  name: string
  email: string
  role: MemberRole
  /** Start of the membership. */
  since: string
  /** Time of the last use of a session; null if no session is left. */
  lastSeenAt: string | null
}

export type Invitation = {
  id: string
  /** Only this address can accept; null if anybody with the link can. */
  email: string | null
  role: MemberRole
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

type NewInvitation = Pick<Invitation, 'email' | 'role' | 'expiresAt'> & { secretSha256: string }

/** The outcome of a change to a member or an invitation. */
export type MemberOutcome = 'done' | 'not-there' | 'last-owner'

/** A token that was revoked because its creator is no longer a member. */
export type RevokedToken = { name: string; project: string }

export type Accepted =
  | { outcome: 'accepted'; organization: Organization }
  /** The person already has a role, so nothing changes and the invitation stays open. */
  | { outcome: 'member-already'; organization: Organization }
  | { outcome: 'other-address' }
  | { outcome: 'not-there' }

/** Changes to a project; absent fields keep their value. */
type ProjectChanges = {
  name?: string | undefined
  description?: string | undefined
  visibility?: Visibility | undefined
}

/** The rules of an organization on links that open without an account. */
export type LinkPolicy = {
  /** The lowest role that may create and prolong links. */
  minRole: 'author' | 'maintainer' | 'owner'
  /** Maximum days until a link expires; null for no limit. */
  maxDays: number | null
  /** True if service tokens may create links. */
  byTokens: boolean
  /** Determines if the links of a removed member are revoked. */
  ofRemoved: 'keep' | 'revoke'
}

export type LinkPolicyQueries = {
  linkPolicy(id: string): Promise<LinkPolicy>
  /**
   * Stores the policy and shortens open links to the expiry that a new link would have.
   *
   * @returns the number of shortened links.
   */
  setLinkPolicy(id: string, policy: LinkPolicy, at: Date, by: Actor): Promise<number>
}

export type SecondFactorPolicyQueries = {
  /** `membersWithout`: members who have neither an authenticator app nor a passkey. */
  secondFactorPolicy(id: string): Promise<{ isRequired: boolean; membersWithout: number }>
  /** Sessions of members without a second factor need one from the next request on. */
  requireSecondFactor(id: string, isRequired: boolean, by: Actor): Promise<void>
}

type PolicyQueries = LinkPolicyQueries & SecondFactorPolicyQueries

/**
 * Organizations with their members, invitations and projects. Each change is recorded in the audit log in the same
 * transaction.
 */
export type OrganizationStore = PolicyQueries & {
  findFor(slug: string, personId: string): Promise<OrganizationWithRole | null>
  findBySlug(slug: string): Promise<Organization | null>
  listFor(personId: string): Promise<OrganizationWithRole[]>
  /**
   * Creates an organization with this person as its owner and with these quotas; refuses a taken slug, and a person who owns
   * `maxOwned` organizations.
   */
  create(
    made: { slug: string; name: string; quotas: Quotas; maxOwned: number | null },
    personId: string,
    by: Actor,
  ): Promise<Organization | 'taken' | 'owns-too-many'>
  rename(id: string, name: string, by: Actor): Promise<void>
  /** Lists members by role, then by name. */
  members(id: string): Promise<Member[]>
  /** Changes a role. `of` lists the roles that the caller may change, which are those not above the caller's. */
  setRole(
    id: string,
    change: { personId: string; role: MemberRole; of: readonly MemberRole[] },
    by: Actor,
  ): Promise<MemberOutcome>
  /** Removes a person from the organization and its projects, and revokes the tokens that the person created there. */
  removeMember(
    id: string,
    removed: { personId: string; of: readonly MemberRole[]; at: Date },
    by: Actor,
  ): Promise<{ outcome: MemberOutcome; revoked: RevokedToken[] }>
  /** Lists invitations that can still be accepted, newest first. */
  invitations(id: string, at: Date): Promise<Invitation[]>
  invite(id: string, invitation: NewInvitation, by: Actor): Promise<Invitation>
  revokeInvitation(id: string, invitationId: string, at: Date, by: Actor): Promise<boolean>
  /** Accepts an invitation once; of two concurrent requests one succeeds. */
  accept(secretSha256: string, person: { id: string; email: string }, at: Date, by: Actor): Promise<Accepted>
  events(id: string, query: AuditQuery): Promise<AuditPage>
  /** The hash chain of an organization's audit log; null means the log of the server. */
  auditChain(id: string | null): AuditChain
  /** Lists the ids of all organizations. */
  ids(): Promise<string[]>

  projects(id: string): Promise<Project[]>
  /** Returns null if the slug is taken, in any organization. */
  createProject(
    id: string,
    project: { slug: string; name: string; description: string; visibility: Visibility },
    by: Actor,
  ): Promise<Project | null>
  changeProject(projectId: string, changes: ProjectChanges, by: Actor): Promise<void>
  /** Deletes a project with all of its data in one transaction. */
  eraseProject(projectId: string, by: Actor): Promise<void>
  /** The given ids that belong to erased projects. */
  erased(projectIds: readonly string[]): Promise<string[]>
  /** Lists people who are named on a project, by role and name. */
  projectMembers(projectId: string): Promise<Member[]>
  /** Names a member of the organization on a project; false if no member has that address. */
  nameOnProject(projectId: string, named: { email: string; role: MemberRole }, by: Actor): Promise<boolean>
  takeOffProject(projectId: string, personId: string, by: Actor): Promise<boolean>
}
