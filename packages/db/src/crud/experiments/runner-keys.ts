import { idFromName } from '../../id-from-name.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { ExperimentQueries, RunnerKey } from './experiment-types.ts'

export function runnerKeyQueries({ projectId, by, prisma }: TenantScope): ExperimentQueries['keys'] {
  return {
    async list() {
      const orderBy: Prisma.RunnerKeyOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]
      return (await prisma.runnerKey.findMany({ where: { projectId }, orderBy })).map(asKey)
    },

    add: ({ name, publicKey }) =>
      prisma.$transaction(async (tx) => {
        const where = { projectId_publicKey: { projectId, publicKey } }
        const data = { projectId, id: idFromName('runner-key', publicKey), name, publicKey, createdBy: by.name }
        await tx.runnerKey.createMany({ data: [data], skipDuplicates: true })
        const key = asKey(await tx.runnerKey.findUniqueOrThrow({ where }))
        await writeAudit(tx, projectId, by, { action: 'runner-key.added', object: objectOf(key) })
        return key
      }),

    async revoke(id) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const where = { projectId, id, revokedAt: null }
        const { count } = await tx.runnerKey.updateMany({ where, data: { revokedAt: new Date() } })
        if (count === 0) return false
        const key = asKey(await tx.runnerKey.findUniqueOrThrow({ where: { projectId_id: { projectId, id } } }))
        await writeAudit(tx, projectId, by, { action: 'runner-key.revoked', object: objectOf(key) })
        return true
      })
    },
  }
}

const asKey = (row: Prisma.RunnerKeyGetPayload<object>): RunnerKey => {
  const { id, name, publicKey, createdBy } = row
  return {
    ...{ id, name, publicKey, createdBy },
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}

const objectOf = ({ id, name }: RunnerKey) => ({ kind: 'runner key', id, name })
