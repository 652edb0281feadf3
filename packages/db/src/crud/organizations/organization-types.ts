import type { Actor, MemberRole, Project, Visibility } from '../../types.ts'
import type { AuditChain, AuditPage, AuditQuery } from '../audit/audit-types.ts'

export type Organization = { id: string; slug: string; name: string }

export type OrganizationWithRole = Organization & { role: MemberRole }

export type Member = {
  personId: string
  name: string
  email: string
  role: MemberRole
  /** Since when. */
  since: string
  /** When a session of theirs was used last; null when none is left. */
  lastSeenAt: string | null
}

export type Invitation = {
  id: string
  /** For this address alone; null for whoever has the link. */
  email: string | null
  role: MemberRole
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

export type NewInvitation = Pick<Invitation, 'email' | 'role' | 'expiresAt'> & { secretSha256: string }

/** The outcome of a change to a member or an invitation. */
export type MemberOutcome = 'done' | 'not-there' | 'last-owner'

/** A token that was revoked because its creator is no longer a member. */
export type RevokedToken = { name: string; project: string }

export type Accepted =
  | { outcome: 'accepted'; organization: Organization }
  /** Whoever has a role already keeps it, and the invitation. */
  | { outcome: 'member-already'; organization: Organization }
  | { outcome: 'other-address' }
  | { outcome: 'not-there' }

/** Changes to a project; fields that are left out keep their value. */
export type ProjectChanges = {
  name?: string | undefined
  description?: string | undefined
  visibility?: Visibility | undefined
}

/** The rules of an organization for links that open without an account. */
export type LinkPolicy = {
  /** The weakest role that creates and prolongs links. */
  minRole: 'author' | 'maintainer' | 'owner'
  /** Days that a link opens for at most; null for no limit. */
  maxDays: number | null
  /** True when service tokens create links. */
  byTokens: boolean
  /** The fate of a member's links when the member is removed. */
  ofRemoved: 'keep' | 'revoke'
}

export type LinkPolicyQueries = {
  linkPolicy(id: string): Promise<LinkPolicy>
  /** Open links get the end that a new one would have. @returns how many of them are shorter now. */
  setLinkPolicy(id: string, policy: LinkPolicy, at: Date, by: Actor): Promise<number>
}

/** Organizations with their members, invitations and projects. Each change is written down with it. */
export type OrganizationStore = LinkPolicyQueries & {
  findFor(slug: string, personId: string): Promise<OrganizationWithRole | null>
  listFor(personId: string): Promise<OrganizationWithRole[]>
  /** Makes it with this person as its owner; null when the slug is taken. */
  create(made: { slug: string; name: string }, personId: string, by: Actor): Promise<Organization | null>
  rename(id: string, name: string, by: Actor): Promise<void>
  /** By role, then by name. */
  members(id: string): Promise<Member[]>
  /** `of` lists the roles that the caller may change: those that are not above the caller. */
  setRole(
    id: string,
    change: { personId: string; role: MemberRole; of: readonly MemberRole[] },
    by: Actor,
  ): Promise<MemberOutcome>
  /** Takes a person out, also of its projects; the tokens that they made there are revoked. */
  removeMember(
    id: string,
    removed: { personId: string; of: readonly MemberRole[]; at: Date },
    by: Actor,
  ): Promise<{ outcome: MemberOutcome; revoked: RevokedToken[] }>
  /** Invitations that can still be accepted, newest first. */
  invitations(id: string, at: Date): Promise<Invitation[]>
  invite(id: string, invitation: NewInvitation, by: Actor): Promise<Invitation>
  revokeInvitation(id: string, invitationId: string, at: Date, by: Actor): Promise<boolean>
  /** Once: of two who come at the same time one is let in. */
  accept(secretSha256: string, person: { id: string; email: string }, at: Date, by: Actor): Promise<Accepted>
  events(id: string, query: AuditQuery): Promise<AuditPage>
  /** The hash chain of an organization's audit log; null stands for the log of the server. */
  auditChain(id: string | null): AuditChain
  /** The ids of all organizations. */
  ids(): Promise<string[]>

  projects(id: string): Promise<Project[]>
  /** Null when the slug is taken, by whichever organization. */
  createProject(
    id: string,
    project: { slug: string; name: string; description: string; visibility: Visibility },
    by: Actor,
  ): Promise<Project | null>
  changeProject(projectId: string, changes: ProjectChanges, by: Actor): Promise<void>
  /** Everything of it, in one transaction. */
  eraseProject(projectId: string, by: Actor): Promise<void>
  /** The given ids that belong to erased projects. */
  erased(projectIds: readonly string[]): Promise<string[]>
  /** People who are named on a project, by role and name. */
  projectMembers(projectId: string): Promise<Member[]>
  /** Names a member of the organization on a project; false when nobody has that address there. */
  nameOnProject(projectId: string, named: { email: string; role: MemberRole }, by: Actor): Promise<boolean>
  takeOffProject(projectId: string, personId: string, by: Actor): Promise<boolean>
}
