import { randomUUID } from 'node:crypto'
import { writeAudit } from '../../crud/audit/audit.ts'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { recordRunChange } from '../run-index/run-changes.ts'

/** Tables that refer to a run or to its results, in the order in which foreign keys allow deletion. */
const OF_RESULTS = ['result_command', 'sample_series', 'histogram', 'profile', 'result_badge', 'invalidation'] as const
// Exclusions of a whole run have no result.
const OF_RUN = ['invalidation', 'result', 'run_source', 'attachment', 'annotation'] as const

type RemovedRun = {
  product: string
  version: string
  config: string
  hardware: string
  workload: string
  digest: string
}

/**
 * Deletes a run with everything that belongs to it in one transaction. Its product, version, machine and so on stay,
 * because other runs may use them. Its raw files are listed for `removedFiles`, which deletes them afterwards.
 *
 * @returns a description of the run; null if there is no such run.
 */
export async function removeRun(scoped: TenantScope, id: string): Promise<RemovedRun | null> {
  if (!isUuid(id)) return null
  const { projectId, by, prisma } = scoped
  const runId = id.toLowerCase()
  return prisma.$transaction(async (tx) => {
    const before = await lockRun(tx, projectId, runId)
    if (before === null) return null
    const files = await listFiles(tx, projectId, runId)
    await deleteBelow(tx, projectId, runId)
    await tx.run.deleteMany({ where: { projectId, id: runId } })
    const filesDeletedAt = files.length === 0 ? new Date() : null
    await tx.runRemoval.create({ data: { projectId, id: randomUUID(), runId, files, filesDeletedAt } })
    const object = { kind: 'run', id: runId, name: runId }
    await writeAudit(tx, projectId, by, { action: 'run.removed', object, before: { ...before, files } })
    await tx.query(recordRunChange(projectId, runId, true))
    return before
  })
}

const NAME = { select: { name: true } }

/** Reads the run and locks it until the end of the transaction. */
async function lockRun(tx: TenantTransaction, projectId: string, id: string): Promise<RemovedRun | null> {
  await lockRow(tx, 'run', projectId, id)
  const run = await tx.run.findUnique({
    where: { projectId_id: { projectId, id } },
    select: {
      ...{ digest: true, config: NAME, hardware: NAME, workload: NAME },
      build: { select: { version: { select: { name: true, product: NAME } } } },
    },
  })
  if (run === null) return null
  const { version } = run.build
  return {
    ...{ product: version.product.name, version: version.name, digest: run.digest },
    ...{ config: run.config.name, hardware: run.hardware.name, workload: run.workload.name },
  }
}

async function listFiles(tx: TenantTransaction, projectId: string, runId: string): Promise<string[]> {
  const rows = await tx.attachment.findMany({
    where: { projectId, runId },
    select: { sha256: true },
    distinct: ['sha256'],
    orderBy: { sha256: 'asc' },
  })
  return rows.map(({ sha256 }) => sha256)
}

/** Uses SQL, because the tables differ only in their names. */
async function deleteBelow(tx: TenantTransaction, projectId: string, runId: string): Promise<void> {
  const values = [projectId, runId]
  const ofResults = OF_RESULTS.map((table) => {
    const column = table === 'result_command' ? 'id' : 'result_id'
    const results = 'select id from result where project_id = $1 and run_id = $2'
    return { text: `delete from ${table} where project_id = $1 and ${column} in (${results})`, values }
  })
  const ofRun = OF_RUN.map((table) => ({
    text: `delete from ${table} where project_id = $1 and run_id = $2`,
    values,
  }))
  await tx.batch([...ofResults, ...ofRun])
}
