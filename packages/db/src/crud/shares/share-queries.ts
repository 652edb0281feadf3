import { randomUUID } from 'node:crypto'
import { invariant } from '@assay/domain/result'
import type { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import { isDuplicate } from '../../postgres-error.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import type { Change } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { ChangeableRow, SHARE_COLUMNS, ShareRow, StoredSource } from './share-rows.ts'
import type { ChangedShare, NewShare, Share, ShareChange, ShareQueries, ShareSource } from './share-types.ts'

const LIST = `select ${SHARE_COLUMNS} from share where project_id = $1 order by created_at desc, id`

const FIND = `select ${SHARE_COLUMNS} from share where project_id = $1 and id = $2`

export function shareQueries(scoped: TenantScope): ShareQueries {
  const { projectId } = scoped
  return {
    list: () => readRows(scoped, ShareRow, LIST, [projectId]),
    add: (share) => addShare(scoped, share),
    find: (id) => findShare(scoped, id),
    snapshot: (id) => readSnapshot(scoped, id),
    source: (sha256) => findSource(scoped, sha256),
    change: (id, change) => changeShare(scoped, id, change),
    revoke: (id, at) => revokeShare(scoped, id, at),
  }
}

/**
 * Stores a share.
 *
 * @returns its id, or null if its slug is taken.
 */
const addShare = ({ projectId, by, prisma }: TenantScope, share: NewShare): Promise<string | null> =>
  prisma.$transaction(async (tx) => {
    const id = randomUUID()
    const { title, sha256, address, passwordHash, expiresAt, embargoUntil, frameHosts } = share
    const creator = { createdBy: by.kind === 'person' ? by.id : null, createdByName: by.name }
    const row = { projectId, id, ...newColumns(share), ...creator }
    const { count } = await tx.share.createMany({ data: [row], skipDuplicates: true })
    if (count === 0) return null
    const slug = 'slug' in address ? address.slug : null
    await writeAudit(tx, projectId, by, {
      action: slug === null ? 'share.made' : 'share.published',
      object: { kind: 'share', id, name: title },
      after: { sha256, slug, expiresAt, embargoUntil, frameHosts, hasPassword: passwordHash !== null },
    })
    return id
  })

async function findShare(scoped: TenantScope, id: string): Promise<Share | null> {
  if (!isUuid(id)) return null
  const [share] = await readRows(scoped, ShareRow, FIND, [scoped.projectId, id])
  return share ?? null
}

async function readSnapshot({ projectId, prisma }: TenantScope, id: string) {
  if (!isUuid(id)) return null
  const found = await prisma.share.findUnique({
    where: { projectId_id: { projectId, id } },
    select: { content: true, sha256: true, revokedAt: true },
  })
  return found && { ...found, revokedAt: found.revokedAt?.toISOString() ?? null }
}

async function findSource({ projectId, prisma }: TenantScope, sha256: string): Promise<ShareSource | null> {
  const found = await prisma.share.findFirst({ where: { projectId, sha256 }, select: { source: true } })
  return found && StoredSource.parse(found.source)
}

/** Returns false if there is no such share or it is already revoked. */
async function revokeShare({ projectId, by, prisma }: TenantScope, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  return prisma.$transaction(async (tx) => {
    const [revoked] = await tx.share.updateManyAndReturn({
      where: { projectId, id, revokedAt: null },
      // The slug can be used again.
      data: { revokedAt: at, slug: null },
      select: { title: true },
    })
    if (revoked === undefined) return false
    const object = { kind: 'share', id, name: revoked.title }
    await writeAudit(tx, projectId, by, { action: 'share.revoked', object })
    return true
  })
}

function newColumns({ address, frameHosts, source, ...columns }: NewShare) {
  return {
    ...columns,
    source: toJsonValue(source),
    ...('slug' in address ? { slug: address.slug } : { secretSha256: address.secretSha256 }),
    ...(frameHosts !== null && { frameHosts: [...frameHosts] }),
  }
}

const CHANGE = `
  update share set password_hash = $3, expires_at = $4, embargo_until = $5, slug = $6, frame_hosts = $7, secret_sha256 = $8,
    name = $9
  where project_id = $1 and id = $2`

type Changeable = z.infer<typeof ChangeableRow>

/** Changes a share and writes its audit event in one transaction. Concurrent changes of one share are serialized. */
async function changeShare(scoped: TenantScope, id: string, change: ShareChange): Promise<ChangedShare> {
  const { projectId, by } = scoped
  if (!isUuid(id)) return { kind: 'not-found' }
  try {
    return await scoped.prisma.$transaction(async (tx): Promise<ChangedShare> => {
      const before = await lockShare(tx, projectId, id)
      if (before === null) return { kind: 'not-found' }
      const { spareSecretSha256, ...changes } = change
      const after: Changeable = { ...before, ...changes }
      if (after.slug !== null && after.passwordHash !== null) return { kind: 'published-with-password' }
      const tookSpare = after.slug === null && after.secretSha256 === null
      const secret = tookSpare ? spareSecretSha256 : after.secretSha256
      const { name, passwordHash, expiresAt, embargoUntil, slug, frameHosts } = after
      await tx.query(CHANGE, [projectId, id, passwordHash, expiresAt, embargoUntil, slug, frameHosts, secret, name])
      await writeAudit(tx, projectId, by, changeOf(id, before, after))
      const [share] = await readRows(tx, ShareRow, FIND, [projectId, id])
      invariant(share !== undefined, 'a share is never deleted')
      return { kind: 'changed', share, tookSpare }
    })
  } catch (error) {
    // The other unique columns are ids and random secrets, so only the slug can be taken.
    if (isDuplicate(error, 'share')) return { kind: 'name-taken' }
    throw error
  }
}

/** Reads a share that is not revoked and locks it until the transaction ends. */
async function lockShare(tx: TenantTransaction, projectId: string, id: string): Promise<Changeable | null> {
  const [found] = await readRows(
    tx,
    ChangeableRow,
    `select title, name, password_hash as "passwordHash", expires_at as "expiresAt",
       embargo_until as "embargoUntil", slug, frame_hosts as "frameHosts", secret_sha256 as "secretSha256"
     from share where project_id = $1 and id = $2 and revoked_at is null for update`,
    [projectId, id],
  )
  return found ?? null
}

function changeOf(id: string, before: Changeable, after: Changeable): Change {
  const moved = after.slug === null ? 'share.unpublished' : 'share.published'
  const passwordChanged = after.passwordHash !== before.passwordHash
  return {
    action: before.slug === after.slug ? 'share.changed' : moved,
    object: { kind: 'share', id, name: before.title },
    before: auditedSettings(before),
    after: { ...auditedSettings(after), ...(passwordChanged && { passwordChanged }) },
  }
}

/** The settings of a share for the audit log, without the password hash. */
const auditedSettings = ({ name, passwordHash, expiresAt, embargoUntil, slug, frameHosts }: Changeable) => ({
  name,
  slug,
  expiresAt,
  embargoUntil,
  frameHosts,
  hasPassword: passwordHash !== null,
})
