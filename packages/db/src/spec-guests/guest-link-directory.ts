import type { Connection } from '../connection.ts'
import type { FoundLink, ReaderDirectory } from './guest-link-types.ts'

/** Links of outsiders by their secret, asked before anybody knows the project. */
export function readerDirectory({ pool }: Pick<Connection, 'pool'>): ReaderDirectory {
  return {
    async findBySecret(secretSha256) {
      const { rows } = await pool.query<FoundLink>({
        name: 'find-reader',
        text: `select r.id as "readerId", r.project_id as "projectId", p.slug as project
               from spec_reader r join project p on p.id = r.project_id where r.secret_sha256 = $1`,
        values: [secretSha256],
      })
      return rows[0] ?? null
    },
  }
}
