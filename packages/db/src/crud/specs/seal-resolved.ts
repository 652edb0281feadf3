import { specName } from '@assay/domain/specs/spec'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { withSeal } from './change-spec.ts'
import { findRecordedSeal } from './record-checks.ts'
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
  let sealed = 0
  for (const { id, ...row } of waiting) {
    const key = { projectId, specId: id }
    // A spec that had a seal has lost it; sealing it again would hide that.
    if ((await findRecordedSeal(prisma, key)) !== null) continue
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select from spec where project_id = ${projectId}::uuid and id = ${id}::uuid for update`
      const isSealed = (await tx.specSealLink.count({ where: { projectId, specId: id } })) > 0
      const stored = isSealed ? null : await readSpec(tx, projectId, specNumber(row))
      if (stored === null) return
      const seal = await appendSealLink(tx, key, stored, action)
      const object = { kind: 'spec', id, name: `${specName(stored.spec)} ${stored.spec.title}` }
      await writeAudit(tx, projectId, by, { action: 'spec.sealed-later', object, after: withSeal(seal) })
      sealed++
    })
  }
  return sealed
}
