import { randomUUID } from 'node:crypto'
import type { Member, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { SpecAction } from '@assay/domain/specs/actions/actions'
import type { By } from '@assay/domain/specs/actions/permissions'
import { transition } from '@assay/domain/specs/actions/transition'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { hasExpired } from '../shares/link-expiry.ts'
import { newSecret } from '../shares/share-secret.ts'
import { actOnSpec } from '../specs/act-on-spec.ts'
import { findSpec, findSpecFor, refusalError, specNotFound } from '../specs/spec-access.ts'

/** Maximum guests per spec; it limits the mails that a stolen account could send. */
export const MAX_GUESTS_PER_SPEC = 200

type Inviting = Pick<Services, 'db' | 'now'>

/** Returns people who can read the project and can be invited as reviewers. */
export async function listCandidates({ db }: Pick<Services, 'db'>, { project }: ProjectAccess): Promise<Member[]> {
  const [named, organization] = await Promise.all([
    db.organizations.projectMembers(project.id),
    db.organizations.members(project.organization.id),
  ])
  const general = project.visibility === 'private' ? organization.filter(({ role }) => role === 'owner') : organization
  const people = new Map([...general, ...named].map((member) => [member.personId, member]))
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.personId < b.personId ? -1 : 1))
}

/** Invites a member under the name of their account. */
export async function inviteMember(
  services: Services,
  access: ProjectAccess,
  by: By,
  { name, personId, role }: { name: string; personId: string; role: 'reader' | 'decider' | 'scribe' },
): Promise<Result<StoredSpec, AppError>> {
  const member = (await listCandidates(services, access)).find((one) => one.personId === personId)
  if (member === undefined) {
    return err(appError('not-found', 'This person is not a member of the project. Invite them by e-mail.'))
  }
  const person = { key: `person:${personId}`, name: member.name }
  return actOnSpec(services, access, by, { name, input: { kind: 'invite', who: person, role }, now: services.now() })
}

/** Invites a guest. @returns the secret of their link, which is not stored */
export async function inviteGuest(
  { now }: Inviting,
  access: ProjectAccess,
  by: By,
  { name, reader, email, until }: { name: string; reader: string; email: string; until: string | null },
): Promise<Result<{ secret: string; key: string; spec: StoredSpec }, AppError>> {
  const at = now()
  const ends = endOf(until, at)
  if (!ends.ok) return ends
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { readers } = found.value.spec
  if (readers.some((one) => one.email?.toLowerCase() === email.toLowerCase() && one.who.key.startsWith('guest:'))) {
    return err(appError('conflict', `${email} is invited already. Create a new link if the old one is lost.`))
  }
  if (readers.filter(({ who }) => who.key.startsWith('guest:')).length >= MAX_GUESTS_PER_SPEC) {
    return err(appError('conflict', `This spec has the maximum of ${MAX_GUESTS_PER_SPEC} guests. Remove one first.`))
  }
  const key = `guest:${randomUUID()}`
  const { secret, secretSha256 } = newSecret(access)
  const action = SpecAction.parse({ kind: 'invite', who: { key, name: reader }, email })
  const changed = await access.queries.specs.change(found.value.spec, by, action, async (held) => {
    const after = transition(held.spec, action, by, { now: at })
    return after.ok ? ok({ spec: after.value, link: { key, secretSha256, until: ends.value } }) : after
  })
  if (changed === null) return err(specNotFound())
  return changed.ok ? ok({ secret, key, spec: changed.value }) : err(refusalError(changed.error))
}

/** Creates a new link for a guest; the previous link stops working. */
export async function renewLink(
  { now }: Inviting,
  access: ProjectAccess,
  by: By,
  { name, key, until }: { name: string; key: string; until: string | null },
): Promise<Result<{ secret: string; spec: StoredSpec }, AppError>> {
  const ends = endOf(until, now())
  if (!ends.ok) return ends
  const found = await findSpecFor(access, by, { name, right: 'steer' })
  if (!found.ok) return found
  const isGuest = found.value.spec.readers.some(({ who }) => who.key === key && key.startsWith('guest:'))
  const { secret, secretSha256 } = newSecret(access)
  const link = { key, secretSha256, until: ends.value }
  if (!isGuest || !(await access.queries.guestLinks.renew(found.value.id, link))) return err(notInvited())
  return ok({ secret, spec: found.value })
}

/** Revokes the link of a guest immediately. */
export async function revokeLink(
  access: ProjectAccess,
  by: By,
  { name, key }: { name: string; key: string },
): Promise<Result<null, AppError>> {
  const found = await findSpecFor(access, by, { name, right: 'hand-over' })
  if (!found.ok) return found
  return (await access.queries.guestLinks.revoke(found.value.id, key)) ? ok(null) : err(notInvited())
}

const notInvited = () => appError('not-found', 'This person has no link to this spec. Reload the list of reviewers.')

function endOf(until: string | null, now: Date): Result<string | null, AppError> {
  if (!hasExpired(until, now)) return ok(until)
  return err(appError('query-invalid', 'The link would expire in the past. Choose a later date.'))
}
