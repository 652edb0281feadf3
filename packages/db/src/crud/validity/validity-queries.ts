import { randomUUID } from 'node:crypto'
import type { Invalidation } from '@assay/domain/run/validity/invalidation'
import { recordRunChange } from '../../hot/run-index/run-changes.ts'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ValidityQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { judgeAgain } from './judge-again.ts'

type Changed = (runId: string) => Promise<void>

/** @param changed is called for every run whose results were excluded or included again. */
export const validityQueries = (scoped: TenantScope, runIndexes: RunIndexCache, changed: Changed): ValidityQueries => ({
  invalidate: (sent) => invalidate(scoped, changed, sent),
  withdraw: (sent) => withdraw(scoped, changed, sent),
  judgeAgain: () => judgeAgain(scoped, runIndexes),
})

/** Returns null if there is no such run or result. */
async function invalidate(
  scoped: TenantScope,
  changed: Changed,
  { runId, resultId = null, reason, by, at }: Parameters<ValidityQueries['invalidate']>[0],
): Promise<Invalidation | null> {
  if (!isUuid(runId)) return null
  const { projectId } = scoped
  return change(scoped, changed, { action: 'run.invalidated', runId }, async (tx) => {
    const results = resultId === null ? {} : { results: { some: { id: resultId } } }
    const run = await tx.run.findFirst({ where: { projectId, id: runId, ...results }, select: { id: true } })
    if (run === null) return null
    const row = { projectId, id: randomUUID(), runId: run.id, resultId, reason, madeBy: by, madeAt: at }
    return tx.invalidation.create({ data: row })
  })
}

/** Returns null if the run has no such invalidation. A second withdrawal keeps the time of the first. */
async function withdraw(
  scoped: TenantScope,
  changed: Changed,
  { runId, id, by, at }: Parameters<ValidityQueries['withdraw']>[0],
): Promise<Invalidation | null> {
  if (!isUuid(id) || !isUuid(runId)) return null
  const where = { projectId: scoped.projectId, runId, id }
  return change(scoped, changed, { action: 'run.restored', runId }, async (tx) => {
    await tx.invalidation.updateMany({
      where: { ...where, withdrawnAt: null },
      data: { withdrawnBy: by, withdrawnAt: at },
    })
    return tx.invalidation.findFirst({ where })
  })
}

type InvalidationRow = Prisma.InvalidationGetPayload<object>

/** Changes one invalidation and writes the audit event; null if there is none to change. */
async function change(
  { projectId, by, prisma }: TenantScope,
  changed: Changed,
  { action, runId }: { action: string; runId: string },
  work: (tx: TenantTransaction) => Promise<InvalidationRow | null>,
): Promise<Invalidation | null> {
  const answer = await prisma.$transaction(async (tx) => {
    const row = await work(tx)
    if (row === null) return null
    const after = asInvalidation(row)
    await writeAudit(tx, projectId, by, { action, object: { kind: 'run', id: runId, name: runId }, after })
    const { text, values = [] } = recordRunChange(projectId, runId, false)
    await tx.$executeRawUnsafe(text, ...values)
    return after
  })
  if (answer !== null) await changed(runId)
  return answer
}

const asInvalidation = ({ id, runId, resultId, reason, ...row }: InvalidationRow): Invalidation => ({
  ...{ id, runId, resultId, reason },
  madeBy: row.madeBy,
  madeAt: row.madeAt.toISOString(),
  withdrawnBy: row.withdrawnBy,
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
})
