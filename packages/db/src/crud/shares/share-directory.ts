import type { Connection } from '../../connection.ts'
import type { FoundShare, PublishedShare, ShareDirectory } from './share-types.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const FOUND = `
  select s.id, s.project_id as "projectId", p.slug as project, s.sha256, s.source,
    s.password_hash as "passwordHash", ${time('s.expires_at')} as "expiresAt",
    ${time('s.embargo_until')} as "embargoUntil", ${time('s.revoked_at')} as "revokedAt", s.created_by as "createdBy",
    s.frame_hosts as "frameHosts"
  from share s join project p on p.id = s.project_id join organization o on o.id = p.organization_id`

/** Shares by their address, which is all that a stranger has: asked before anybody knows the project. */
export function shareDirectory({ pool }: Pick<Connection, 'pool'>): ShareDirectory {
  const find = async (name: string, where: string, values: unknown[]) => {
    const { rows } = await pool.query<FoundShare>({ name, text: `${FOUND} where ${where}`, values })
    return rows[0] ?? null
  }
  return {
    findBySecret: (secretSha256) => find('find-share', 's.secret_sha256 = $1', [secretSha256]),
    // Names are unique in a project; of several projects of one organization the first to publish has it.
    findPublished: (organization, slug) =>
      find('find-published', 'o.slug = $1 and s.slug = $2 order by s.revoked_at is not null, s.created_at limit 1', [
        organization,
        slug,
      ]),

    async readContent({ projectId, id }) {
      const { rows } = await pool.query<{ content: string }>({
        name: 'read-share',
        text: 'select content from share where project_id = $1 and id = $2',
        values: [projectId, id],
      })
      return rows[0]?.content ?? ''
    },

    async listPublished(organization, at, limit) {
      const { rows } = await pool.query<PublishedShare>(
        `select o.slug as organization, s.slug, s.title, s.created_by_name as by, ${time('s.created_at')} as "createdAt"
         from share s join project p on p.id = s.project_id join organization o on o.id = p.organization_id
         where s.slug is not null and s.revoked_at is null and s.password_hash is null
           and coalesce(s.embargo_until <= $2, true) and coalesce(s.expires_at > $2, true)
           and ($1::text is null or o.slug = $1)
         order by s.created_at desc, s.id limit $3`,
        [organization, at, limit],
      )
      return rows
    },

    async countView({ projectId, id }, at) {
      await pool.query('update share set views = views + 1, last_view_at = $3 where project_id = $1 and id = $2', [
        projectId,
        id,
        at,
      ])
    },
  }
}
