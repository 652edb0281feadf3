import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { FoundLink, GuestLinkDirectory } from './guest-link-types.ts'

const FoundLinkRow: z.ZodType<FoundLink> = z.object({
  reviewerId: z.string(),
  projectId: z.string(),
  project: z.string(),
})

/** Finds links of guests by their secret, without a tenant scope, because the project is not known before. */
export function guestLinkDirectory({ pool }: Pick<Connection, 'pool'>): GuestLinkDirectory {
  return {
    async findBySecret(secretSha256) {
      const [link] = await readRows(pool, FoundLinkRow, {
        name: 'find-guest-link',
        text: `select r.id as "reviewerId", r.project_id as "projectId", p.slug as project
               from spec_reviewer r join project p on p.id = r.project_id where r.secret_sha256 = $1`,
        values: [secretSha256],
      })
      return link ?? null
    },
  }
}
