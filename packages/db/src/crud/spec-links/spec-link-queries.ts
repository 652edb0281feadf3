import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from '../notes/row-parts.ts'
import type { SpecLink, SpecLinkQueries } from './spec-link-types.ts'

export function specLinkQueries(scoped: TenantScope): SpecLinkQueries {
  const { projectId, by } = scoped
  return {
    async list(specId) {
      const { rows } = await scoped.query<SpecLink>(
        `select id, ${rowTime('expires_at')} as "expiresAt", ${rowTime('created_at')} as "createdAt",
           created_by_name as "createdBy", ${rowTime('revoked_at')} as "revokedAt"
         from spec_link where project_id = $1 and spec_id = $2 order by created_at desc, id`,
        [projectId, specId],
      )
      return rows
    },

    add: (spec, { secretSha256, expiresAt }) =>
      scoped.transaction<string>(async (tx) => {
        const id = randomUUID()
        await tx.query(
          `insert into spec_link (project_id, id, spec_id, secret_sha256, expires_at, created_by_name)
           values ($1, $2, $3, $4, $5, $6)`,
          [projectId, id, spec.id, secretSha256, expiresAt, by.name],
        )
        const object = { kind: 'spec', id: spec.id, name: spec.name }
        await writeAudit(tx, projectId, by, { action: 'spec.public-link-made', object, after: { link: id, expiresAt } })
        return { commit: true, answer: id }
      }),

    async revoke(spec, id) {
      if (!isUuid(id)) return false
      return scoped.transaction<boolean>(async (tx) => {
        const { rowCount } = await tx.query(
          `update spec_link set revoked_at = clock_timestamp()
           where project_id = $1 and spec_id = $2 and id = $3 and revoked_at is null`,
          [projectId, spec.id, id],
        )
        if (rowCount !== 1) return { commit: false, answer: false }
        const object = { kind: 'spec', id: spec.id, name: spec.name }
        await writeAudit(tx, projectId, by, { action: 'spec.public-link-taken-back', object, after: { link: id } })
        return { commit: true, answer: true }
      })
    },
  }
}
