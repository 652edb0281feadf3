import { scopeOf } from '@assay/db/open'
import type { SpecLink, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import type { AttachmentFile } from '@assay/domain/specs/attachments/attachment'
import type { SpecDocument } from '@assay/domain/specs/export/spec-document'
import { type Spec, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { expiresAfter, hasExpired } from '../shares/link-expiry.ts'
import { checkLinkPolicy } from '../shares/link-policy.ts'
import { newSecret, parseSecret } from '../shares/share-secret.ts'
import { readSpecDocument, type WholeSpec } from './read-spec-document.ts'
import { findSpecFor } from './spec-access.ts'

// The public link of a spec shows the current revision with its whole appendix, and nothing else.

export const LinkDays = z.int().min(1).max(3_650).nullable().default(90)

export type LinkPreview = {
  links: SpecLink[]
  /** Every person whose name is in the public document. */
  people: string[]
  points: number
  revisions: number
  /** Caption and hash of each frozen figure; the hash is null for a figure that is not shown. */
  figures: { caption: string; sha256: string | null }[]
  document: SpecDocument
}

/** Returns everything that would be public before a link is created, and the existing links. */
export async function previewLink(
  services: Services,
  access: ProjectAccess,
  by: By,
  name: string,
): Promise<Result<LinkPreview, AppError>> {
  const found = await findSpecFor(access, by, { name, right: 'steer' })
  if (!found.ok) return found
  const whole = await readForGuest(services, access, found.value)
  if (!whole.ok) return whole
  const { document } = whole.value
  return ok({
    links: await access.queries.specLinks.list(found.value.id),
    people: peopleIn(found.value.spec, whole.value),
    points: found.value.spec.feedback.length,
    revisions: document.revisions.length,
    figures: document.figures.map(({ caption, sha256 }) => ({ caption, sha256 })),
    document,
  })
}

/** Names of all authors, commenters, scribes and attendees, and of people who redacted text, each once. */
function peopleIn(spec: Spec, { document }: WholeSpec): string[] {
  const names = new Set([...document.authors, ...document.revisions.map(({ author }) => author)])
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one)
    else if (value !== null && typeof value === 'object') {
      if ('key' in value && 'name' in value && typeof value.name === 'string') names.add(value.name)
      else for (const one of Object.values(value)) collect(one)
    }
  }
  collect([spec.feedback, spec.amendments, spec.errata, spec.outcome, spec.ended])
  for (const { attendance } of spec.rounds) for (const one of attendance) names.add(one)
  return [...names].filter((name) => name !== '').sort((a, b) => a.localeCompare(b, 'en'))
}

/** @returns the secret of the link, which is shown only once */
export async function createSpecLink(
  { db, now }: Pick<Services, 'db' | 'now'>,
  access: ProjectAccess,
  by: By,
  { name, days }: { name: string; days: number | null },
): Promise<Result<{ id: string; secret: string; expiresAt: string | null }, AppError>> {
  const found = await findSpecFor(access, by, { name, right: 'steer' })
  if (!found.ok) return found
  const allowed = await checkLinkPolicy({ db }, access, days)
  if (!allowed.ok) return allowed
  const { secret, secretSha256 } = newSecret(access)
  const expiresAt = expiresAfter(days, now())
  const id = await access.queries.specLinks.add(named(found.value), { secretSha256, expiresAt })
  return ok({ id, secret, expiresAt })
}

/** Returns existing links, for people who can revoke them. */
export async function listLinks(access: ProjectAccess, by: By, name: string): Promise<Result<SpecLink[], AppError>> {
  const found = await findSpecFor(access, by, { name, right: 'hand-over' })
  return found.ok ? ok(await access.queries.specLinks.list(found.value.id)) : found
}

/** Revokes the link, for authors of the spec and maintainers. The link opens nothing after this returns. */
export async function revokeLink(
  access: ProjectAccess,
  by: By,
  { name, id }: { name: string; id: string },
): Promise<Result<null, AppError>> {
  const found = await findSpecFor(access, by, { name, right: 'hand-over' })
  if (!found.ok) return found
  const revoked = await access.queries.specLinks.revoke(named(found.value), id)
  return revoked
    ? ok(null)
    : err(
        appError('not-found', 'There is no such link, or it was revoked or has expired. Reload the page of the spec.'),
      )
}

const named = ({ id, spec }: StoredSpec) => ({ id, name: `${specName(spec)} ${spec.title}` })

/** The spec behind a public link; null for one that is unknown, expired or revoked. */
export async function openLink(services: Services, secret: string): Promise<WholeSpec | null> {
  const opened = await findLinked(services, secret)
  const whole = opened === null ? null : await readForGuest(services, opened.access, opened.stored)
  return whole?.ok === true ? whole.value : null
}

/** An attachment of the revision that a public link shows; null when the link or the name opens nothing. */
export async function openLinkedAttachment(
  services: Services,
  secret: string,
  name: string,
): Promise<AttachmentFile | null> {
  const opened = await findLinked(services, secret)
  if (opened === null) return null
  const { access, stored } = opened
  return access.queries.specAttachments.findIn(stored.id, name, stored.spec.revision)
}

async function findLinked(services: Services, secret: string) {
  const key = parseSecret(secret)
  const link = key === null ? null : await services.db.specLinks.findBySecret(key)
  const isOpen = link !== null && link.revokedAt === null && !hasExpired(link.expiresAt, services.now())
  const project = isOpen ? await services.db.projects.findById(link.projectId) : null
  if (link === null || project === null) return null
  const access = { project, queries: services.db.in(scopeOf(project)) }
  const stored = await access.queries.specs.find(link.spec)
  return stored === null ? null : { access, stored }
}

const readForGuest = (
  { now, publicUrl }: Services,
  access: Pick<ProjectAccess, 'project' | 'queries'>,
  stored: StoredSpec,
) => readSpecDocument(access, stored, { origin: publicUrl, now: now(), by: null })
