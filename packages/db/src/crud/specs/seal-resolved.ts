import type { TenantScope } from '../../scope/tenant-scope.ts'
import { appendSealLink } from './seal-chain-queries.ts'
import { readSpec, specNumber } from './spec-rows.ts'

/**
 * Seals the resolved and superseded specs of a project that have no seal, because they were resolved by a version of
 * this server that stored only a hash of the appendix.
 *
 * @returns the number of specs that were sealed
 */
export async function sealResolved({ projectId, prisma, by }: TenantScope, now: Date): Promise<number> {
  const waiting = await prisma.spec.findMany({
    where: { projectId, state: { in: ['resolved', 'superseded'] }, specSealLinks: { none: {} } },
    select: { id: true, kind: true, number: true },
  })
  const action = { kind: 'sealed-later', at: now.toISOString(), by: by.name }
  for (const { id, ...row } of waiting) {
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select from spec where project_id = ${projectId}::uuid and id = ${id}::uuid for update`
      const isSealed = (await tx.specSealLink.count({ where: { projectId, specId: id } })) > 0
      const stored = isSealed ? null : await readSpec(tx, projectId, specNumber(row))
      if (stored !== null) await appendSealLink(tx, { projectId, specId: id }, stored, action)
    })
  }
  return waiting.length
}
