import { Reviewer, specName } from '@assay/domain/specs/spec'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { specNumber } from '../specs/spec-rows.ts'
import type { SpecKey } from '../specs/spec-types.ts'
import type { GuestLink, GuestLinkQueries, LinkedGuest, NewLink, OpenedLink } from './guest-link-types.ts'

/** Links by which guests review a spec. */
export function guestLinkQueries(scoped: TenantScope): GuestLinkQueries {
  const { projectId } = scoped
  return {
    list: (specId) => listLinks(scoped, { projectId, specId }),
    find: (reviewerId, secretSha256) => findLink(scoped, reviewerId, secretSha256),
    findGuest: (key) => findGuest(scoped, key),
    countMeetingChanges: (specId) => countMeetingChanges(scoped, { projectId, specId }),
    renew: (specId, link) => renewLink(scoped, { projectId, specId }, link),
    revoke: (specId, key) => revokeLink(scoped, { projectId, specId }, key),
  }
}

async function listLinks({ prisma }: TenantScope, of: SpecKey): Promise<GuestLink[]> {
  const rows = await prisma.specReviewer.findMany({
    where: { ...of, linkCreatedAt: { not: null } },
    orderBy: { key: 'asc' },
  })
  return rows.map(({ key, secretSha256, linkCreatedAt, linkExpiresAt }) => ({
    key,
    isOpen: secretSha256 !== null,
    linkedAt: linkCreatedAt?.toISOString() ?? null,
    until: linkExpiresAt?.toISOString() ?? null,
  }))
}

async function findLink(
  { projectId, prisma }: TenantScope,
  id: string,
  secretSha256: string,
): Promise<OpenedLink | null> {
  if (!isUuid(id)) return null
  const row = await prisma.specReviewer.findFirst({
    where: { projectId, id, secretSha256 },
    include: { spec: { select: { kind: true, number: true } } },
  })
  if (row === null) return null
  const { who, email } = Reviewer.parse(row.facts)
  const until = row.linkExpiresAt?.toISOString() ?? null
  return { spec: specNumber(row.spec), reviewer: { key: row.key, name: who.name, email }, until }
}

async function findGuest({ projectId, prisma }: TenantScope, key: string): Promise<LinkedGuest | null> {
  const row = await prisma.specReviewer.findFirst({
    where: { projectId, key, linkCreatedAt: { not: null }, linkRevokedAt: null },
  })
  if (row === null) return null
  const { who, email } = Reviewer.parse(row.facts)
  const until = row.linkExpiresAt?.toISOString() ?? null
  return { name: who.name, email, until, hasLink: row.secretSha256 !== null }
}

const MEETING_CHANGES = ['schedule', 'postpone', 'withdraw']

async function countMeetingChanges({ prisma }: TenantScope, of: SpecKey) {
  const { _count, _max } = await prisma.specEvent.aggregate({
    where: { ...of, OR: MEETING_CHANGES.map((kind) => ({ action: { path: ['kind'], equals: kind } })) },
    _count: true,
    _max: { at: true },
  })
  return { count: _count, lastAt: _max.at?.toISOString() ?? null }
}

const renewLink = (scoped: TenantScope, of: SpecKey, { key, secretSha256, until }: NewLink): Promise<boolean> =>
  changeLink(
    scoped,
    { ...of, key },
    {
      action: 'spec.link-made',
      data: { secretSha256, linkExpiresAt: until, linkCreatedAt: new Date(), linkRevokedAt: null },
    },
  )

const revokeLink = (scoped: TenantScope, of: SpecKey, key: string): Promise<boolean> =>
  changeLink(
    scoped,
    { ...of, key, secretSha256: { not: null } },
    {
      action: 'spec.link-taken-back',
      data: { secretSha256: null, linkRevokedAt: new Date() },
    },
  )

type LinkChange = { action: string; data: Prisma.SpecReviewerUpdateManyMutationInput }

/** Changes the link of a reviewer and writes the audit event; false if there is no such link. */
const changeLink = (
  { projectId, by, prisma }: TenantScope,
  where: Prisma.SpecReviewerWhereInput & SpecKey,
  { action, data }: LinkChange,
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const [changed] = await tx.specReviewer.updateManyAndReturn({
      where,
      data,
      select: { facts: true, linkExpiresAt: true, spec: { select: { kind: true, number: true } } },
    })
    if (changed === undefined) return false
    const object = { kind: 'spec', id: where.specId, name: specName(specNumber(changed.spec)) }
    const after = {
      reader: Reviewer.parse(changed.facts).who.name,
      until: changed.linkExpiresAt?.toISOString() ?? null,
    }
    await writeAudit(tx, projectId, by, { action, object, after })
    return true
  })
