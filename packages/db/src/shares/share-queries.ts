import { randomUUID } from 'node:crypto'
import { writeAudit } from '../audit/audit.ts'
import { isUuid } from '../is-uuid.ts'
import type { Scoped } from '../scope/scoped.ts'
import type { NewShare, Share, ShareQueries } from './share-types.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const LIST = `
  select id, title, sha256, slug, password_hash is not null as "hasPassword",
    jsonb_array_length(source -> 'masks') > 0 as "isMasked", ${time('expires_at')} as "expiresAt",
    ${time('embargo_until')} as "embargoUntil", ${time('created_at')} as "createdAt", created_by_name as "createdBy",
    ${time('revoked_at')} as "revokedAt", views::int as views, ${time('last_view_at')} as "lastViewAt"
  from share where project_id = $1 order by created_at desc, id`

const ADD = `
  insert into share (project_id, id, title, content, sha256, source, secret_sha256, slug, password_hash, expires_at,
    embargo_until, created_by, created_by_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (project_id, slug) do nothing`

export function shareQueries(scoped: Scoped): ShareQueries {
  const { projectId, by } = scoped
  return {
    async list() {
      const { rows } = await scoped.query<Share>(LIST, [projectId])
      return rows
    },

    add: (share: NewShare) =>
      scoped.transaction(async (tx) => {
        const id = randomUUID()
        const { title, content, sha256, source, address, passwordHash, expiresAt, embargoUntil } = share
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
        ])
        if (rowCount !== 1) return { commit: false, answer: null }
        await writeAudit(tx, projectId, by, {
          action: slug === null ? 'share.made' : 'share.published',
          object: { kind: 'share', id, name: title },
          after: { sha256, slug, expiresAt, embargoUntil, hasPassword: passwordHash !== null },
        })
        return { commit: true, answer: id }
      }),

    async revoke(id) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const { rows } = await tx.query<{ title: string }>(
          `update share set revoked_at = clock_timestamp() where project_id = $1 and id = $2 and revoked_at is null
           returning title`,
          [projectId, id],
        )
        const name = rows[0]?.title
        if (name === undefined) return { commit: false, answer: false }
        await writeAudit(tx, projectId, by, { action: 'share.revoked', object: { kind: 'share', id, name } })
        return { commit: true, answer: true }
      })
    },
  }
}
