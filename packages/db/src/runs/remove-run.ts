import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { writeAudit } from '../crud/audit/audit.ts'
import { isUuid } from '../is-uuid.ts'
import { readRows } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'

/** Tables that refer to a run or to its results, in the order in which foreign keys allow deletion. */
const OF_RESULTS = ['result_command', 'sample_series', 'profile', 'result_badge', 'invalidation'] as const
const OF_RUN = ['result', 'run_source', 'attachment', 'annotation'] as const

const Removed = z.object({
  product: z.string(),
  version: z.string(),
  config: z.string(),
  hardware: z.string(),
  workload: z.string(),
  digest: z.string(),
})

const HELD = `
  select p.name as product, v.name as version, c.name as config, h.name as hardware, w.name as workload, r.digest
  from run r
  join build b on b.project_id = $1 and b.id = r.build_id
  join version v on v.project_id = $1 and v.id = b.version_id
  join product p on p.project_id = $1 and p.id = v.product_id
  join config c on c.project_id = $1 and c.id = r.config_id
  join hardware h on h.project_id = $1 and h.id = r.hardware_id
  join workload w on w.project_id = $1 and w.id = r.workload_id
  where r.project_id = $1 and r.id = $2 for update of r`

const FILES = 'select distinct sha256 from attachment where project_id = $1 and run_id = $2 order by 1'

const REMEMBER = 'insert into run_removal (project_id, id, run_id, files, files_gone_at) values ($1, $2, $3, $4, $5)'

/**
 * Deletes a run with everything below it in one transaction. Its product, version, machine and so on stay, for they may
 * be those of others; its raw files are listed for `goneFiles` to take away afterwards.
 *
 * @returns what it was; null when there is no such run.
 */
export async function removeRun(scoped: TenantScope, runId: string): Promise<z.infer<typeof Removed> | null> {
  if (!isUuid(runId)) return null
  const { projectId } = scoped
  const of = [projectId, runId]
  return scoped.transaction(async (tx) => {
    const [before] = await readRows(tx, Removed, HELD, of)
    if (before === undefined) return { commit: false, answer: null }
    const files = (await readRows(tx, z.object({ sha256: z.string() }), FILES, of)).map(({ sha256 }) => sha256)
    for (const table of OF_RESULTS) {
      const column = table === 'result_command' ? 'id' : 'result_id'
      await tx.query(
        `delete from ${table} where project_id = $1 and ${column} in (
           select id from result where project_id = $1 and run_id = $2)`,
        of,
      )
    }
    // Exclusions of the run as a whole have no result id, so the loop above did not delete them.
    await tx.query('delete from invalidation where project_id = $1 and run_id = $2', of)
    for (const table of OF_RUN) await tx.query(`delete from ${table} where project_id = $1 and run_id = $2`, of)
    await tx.query('delete from run where project_id = $1 and id = $2', of)
    await tx.query(REMEMBER, [projectId, randomUUID(), runId, files, files.length === 0 ? new Date() : null])
    const object = { kind: 'run', id: runId.toLowerCase(), name: runId.toLowerCase() }
    await writeAudit(tx, projectId, scoped.by, { action: 'run.removed', object, before: { ...before, files } })
    return { commit: true, answer: before }
  })
}
