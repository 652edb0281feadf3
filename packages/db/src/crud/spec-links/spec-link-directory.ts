import type { Connection } from '../../connection.ts'
import { rowTime } from '../notes/row-parts.ts'
import type { FoundSpecLink, SpecLinkDirectory } from './spec-link-types.ts'

/** Public links of specs by their secret, asked before anybody knows the project. */
export function specLinkDirectory({ pool }: Pick<Connection, 'pool'>): SpecLinkDirectory {
  return {
    async findBySecret(secretSha256) {
      const { rows } = await pool.query<{ link: FoundSpecLink }>({
        name: 'find-spec-link',
        text: `select json_build_object('id', l.id, 'projectId', l.project_id, 'project', p.slug,
                 'spec', json_build_object('kind', s.kind, 'number', s.number),
                 'expiresAt', ${rowTime('l.expires_at')}, 'revokedAt', ${rowTime('l.revoked_at')}) as link
               from spec_link l join project p on p.id = l.project_id
                 join spec s on s.project_id = l.project_id and s.id = l.spec_id
               where l.secret_sha256 = $1`,
        values: [secretSha256],
      })
      return rows[0]?.link ?? null
    },
  }
}
