import { randomUUID } from 'node:crypto'
import { Invalidation } from '@assay/domain/run/validity/invalidation'
import { z } from 'zod'
import { writeAudit } from '../crud/audit/audit.ts'
import type { RunIndexCache } from '../hot/run-index/run-index-cache.ts'
import { isUuid } from '../is-uuid.ts'
import type { Statements } from '../scope/statements.ts'
import { readRows } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { ValidityQueries } from '../types.ts'
import { INVALIDATION_JSON } from './doubts.ts'
import { judgeAgain } from './judge-again.ts'

/** @param changed hears of every run of which something was taken out or brought back. */
export function validityQueries(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  changed: (runId: string) => Promise<void>,
): ValidityQueries {
  const { projectId } = scoped
  /** A change of one invalidation with its line in the trail; null when it found none to change. */
  const written = async (action: string, runId: string, change: (tx: Statements) => Promise<unknown>) => {
    const answer = await scoped.transaction(async (tx) => {
      const row = await change(tx)
      if (row === undefined) return { commit: false, answer: null }
      const after = Invalidation.parse(row)
      const object = { kind: 'run', id: runId, name: runId }
      await writeAudit(tx, projectId, scoped.by, { action, object, after })
      return { commit: true, answer: after }
    })
    if (answer !== null) await changed(runId)
    return answer
  }
  return {
    async invalidate({ runId, resultId, reason, by, at }) {
      if (!isUuid(runId)) return null
      // One statement, so that a result of another run is no result.
      return written('run.invalidated', runId, async (tx) => {
        const rows = await readRows(
          tx,
          z.object({ invalidation: z.unknown() }),
          `insert into invalidation (project_id, id, run_id, result_id, reason, made_by, made_at)
         select $1, $2, id, $4, $5, $6, $7 from run
         where project_id = $1 and id = $3 and ($4::uuid is null or exists (
           select from result where project_id = $1 and id = $4 and run_id = $3))
         returning ${INVALIDATION_JSON} as invalidation`,
          [projectId, randomUUID(), runId, resultId ?? null, reason, by, at],
        )
        return rows[0]?.invalidation
      })
    },
    async withdraw({ runId, id, by, at }) {
      if (!isUuid(id) || !isUuid(runId)) return null
      return written('run.restored', runId, async (tx) => {
        const rows = await readRows(
          tx,
          z.object({ invalidation: z.unknown() }),
          `update invalidation set withdrawn_by = coalesce(withdrawn_by, $4), withdrawn_at = coalesce(withdrawn_at, $5)
         where project_id = $1 and run_id = $2 and id = $3
         returning ${INVALIDATION_JSON} as invalidation`,
          [projectId, runId, id, by, at],
        )
        return rows[0]?.invalidation
      })
    },
    judgeAgain: () => judgeAgain(scoped, runIndexes),
  }
}
