import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import { violates } from '../../postgres-error.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { ChangedShare, NewShare, Share, ShareChange, ShareQueries, ShareSource } from './share-types.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = `
  id, title, name, sha256, slug, secret_sha256 is not null as "hasSecret", password_hash is not null as "hasPassword",
    jsonb_array_length(source -> 'masks') > 0 as "isMasked", ${time('expires_at')} as "expiresAt",
    ${time('embargo_until')} as "embargoUntil", ${time('created_at')} as "createdAt", created_by_name as "createdBy",
    ${time('revoked_at')} as "revokedAt", views::int as views, ${time('last_view_at')} as "lastViewAt",
    frame_hosts as "frameHosts"`

const LIST = `select ${COLUMNS} from share where project_id = $1 order by created_at desc, id`

const FIND = `select ${COLUMNS} from share where project_id = $1 and id = $2`

const ADD = `
  insert into share (project_id, id, title, content, sha256, source, secret_sha256, slug, password_hash, expires_at,
    embargo_until, created_by, created_by_name, frame_hosts)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (project_id, slug) do nothing`

export function shareQueries(scoped: TenantScope): ShareQueries {
  const { projectId, by } = scoped
  return {
    async list() {
      const { rows } = await scoped.query<Share>(LIST, [projectId])
      return rows
    },

    add: (share: NewShare) =>
      scoped.transaction(async (tx) => {
        const id = randomUUID()
        const { title, content, sha256, source, address, passwordHash, expiresAt, embargoUntil, frameHosts } = share
        const [secret, slug] = 'slug' in address ? [null, address.slug] : [address.secretSha256, null]
        const { rowCount } = await tx.query(ADD, [
          projectId,
          id,
          title,
          content,
          sha256,
          JSON.stringify(source),
          secret,
          slug,
          passwordHash,
          expiresAt,
          embargoUntil,
          by.kind === 'person' ? by.id : null,
          by.name,
          frameHosts,
        ])
        if (rowCount !== 1) return { commit: false, answer: null }
        await writeAudit(tx, projectId, by, {
          action: slug === null ? 'share.made' : 'share.published',
          object: { kind: 'share', id, name: title },
          after: { sha256, slug, expiresAt, embargoUntil, frameHosts, hasPassword: passwordHash !== null },
        })
        return { commit: true, answer: id }
      }),

    async find(id) {
      if (!isUuid(id)) return null
      const { rows } = await scoped.query<Share>(FIND, [projectId, id])
      return rows[0] ?? null
    },

    async snapshot(id) {
      if (!isUuid(id)) return null
      const { rows } = await scoped.query<{ content: string; sha256: string; revokedAt: string | null }>(
        `select content, sha256, ${time('revoked_at')} as "revokedAt" from share where project_id = $1 and id = $2`,
        [projectId, id],
      )
      return rows[0] ?? null
    },

    async source(sha256) {
      const { rows } = await scoped.query<{ source: ShareSource }>(
        'select source from share where project_id = $1 and sha256 = $2 limit 1',
        [projectId, sha256],
      )
      return rows[0]?.source ?? null
    },

    change: (id, change) => changeShare(scoped, id, change),

    async revoke(id, at) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const { rows } = await tx.query<{ title: string }>(
          // Its name is free again: what is published under it from now on is something else.
          `update share set revoked_at = $3, slug = null
           where project_id = $1 and id = $2 and revoked_at is null returning title`,
          [projectId, id, at],
        )
        const name = rows[0]?.title
        if (name === undefined) return { commit: false, answer: false }
        await writeAudit(tx, projectId, by, { action: 'share.revoked', object: { kind: 'share', id, name } })
        return { commit: true, answer: true }
      })
    },
  }
}

const CHANGE = `
  update share set password_hash = $3, expires_at = $4, embargo_until = $5, slug = $6, frame_hosts = $7, secret_sha256 = $8,
    name = $9
  where project_id = $1 and id = $2`

type Ways = Required<Omit<ShareChange, 'spareSecretSha256'>> & { title: string; secretSha256: string | null }

/** In one transaction with its line of the trail; two changes at once come one after the other. */
async function changeShare(scoped: TenantScope, id: string, change: ShareChange): Promise<ChangedShare> {
  const { projectId, by } = scoped
  if (!isUuid(id)) return { kind: 'not-found' }
  try {
    return await scoped.transaction<ChangedShare>(async (tx) => {
      const { rows } = await tx.query<Ways>(
        `select title, name, password_hash as "passwordHash", ${time('expires_at')} as "expiresAt",
           ${time('embargo_until')} as "embargoUntil", slug, frame_hosts as "frameHosts", secret_sha256 as "secretSha256"
         from share where project_id = $1 and id = $2 and revoked_at is null for update`,
        [projectId, id],
      )
      const [before] = rows
      if (before === undefined) return { commit: false, answer: { kind: 'not-found' } }
      const { spareSecretSha256, ...changes } = change
      const after: Ways = { ...before, ...changes }
      if (after.slug !== null && after.passwordHash !== null)
        return { commit: false, answer: { kind: 'published-with-password' } }
      const tookSpare = after.slug === null && after.secretSha256 === null
      const secret = tookSpare ? spareSecretSha256 : after.secretSha256
      const { name, passwordHash, expiresAt, embargoUntil, slug, frameHosts } = after
      await tx.query(CHANGE, [projectId, id, passwordHash, expiresAt, embargoUntil, slug, frameHosts, secret, name])
      await writeAudit(tx, projectId, by, {
        action:
          before.slug === after.slug ? 'share.changed' : after.slug === null ? 'share.unpublished' : 'share.published',
        object: { kind: 'share', id, name: before.title },
        before: told(before),
        after: { ...told(after), ...(passwordHash === before.passwordHash ? {} : { passwordChanged: true }) },
      })
      const { rows: changed } = await tx.query<Share>(FIND, [projectId, id])
      const [share] = changed
      if (share === undefined) return { commit: false, answer: { kind: 'not-found' } }
      return { commit: true, answer: { kind: 'changed', share, tookSpare } }
    })
  } catch (error) {
    if (violates(error, 'share_project_id_slug_key')) return { kind: 'name-taken' }
    throw error
  }
}

/** Of the ways to a share what may stand in the trail. */
const told = ({ name, passwordHash, expiresAt, embargoUntil, slug, frameHosts }: Ways) => ({
  name,
  slug,
  expiresAt,
  embargoUntil,
  frameHosts,
  hasPassword: passwordHash !== null,
})
