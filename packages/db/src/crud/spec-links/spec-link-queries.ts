import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { SpecLinkQueries } from './spec-link-types.ts'

export function specLinkQueries({ projectId, by, prisma }: TenantScope): SpecLinkQueries {
  return {
    async list(specId) {
      const rows = await prisma.specLink.findMany({
        where: { projectId, specId },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      })
      return rows.map(({ id, expiresAt, createdAt, createdByName, revokedAt }) => ({
        id,
        expiresAt: expiresAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        createdBy: createdByName,
        revokedAt: revokedAt?.toISOString() ?? null,
      }))
    },

    add: (spec, { secretSha256, expiresAt }) =>
      prisma.$transaction(async (tx) => {
        const id = randomUUID()
        const createdBy = by.kind === 'person' ? by.id : null
        const data = { projectId, id, specId: spec.id, secretSha256, expiresAt, createdBy, createdByName: by.name }
        await tx.specLink.create({ data })
        const object = { kind: 'spec', id: spec.id, name: spec.name }
        await writeAudit(tx, projectId, by, { action: 'spec.public-link-made', object, after: { link: id, expiresAt } })
        return id
      }),

    async revoke(spec, id) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const { count } = await tx.specLink.updateMany({
          where: { projectId, specId: spec.id, id, revokedAt: null },
          data: { revokedAt: new Date() },
        })
        if (count === 0) return false
        const object = { kind: 'spec', id: spec.id, name: spec.name }
        await writeAudit(tx, projectId, by, { action: 'spec.public-link-taken-back', object, after: { link: id } })
        return true
      })
    },
  }
}
