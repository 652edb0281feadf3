import { LEASE_SECONDS } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { readRows, type Statements } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import { type LockedAttempt, lockAttempt, refuseToken } from './fencing-token.ts'
import type { LeaseAnswer, ResultAnswer, RunRequestQueries } from './run-request-types.ts'

/** Bytes of output that an attempt stores; its whole output is a raw file of its run. */
const MAX_LOG_BYTES = 2_000_000

const EXTEND = `
  update run_attempt set state = 'running', reason = null, finished_at = null, heartbeat_at = statement_timestamp(),
    expires_at = statement_timestamp() + $3 * interval '1 second'
  where project_id = $1 and id = $2
  returning expires_at as "expiresAt"`

const SEEN = `
  update runner set seen_at = statement_timestamp() where project_id = $1
    and name = (select runner_name from run_attempt where project_id = $1 and id = $2)`

const RESUME = `
  update run_request set state = 'leased', finished_at = null
  where project_id = $1 and id = $2 and state in ('waiting', 'abandoned')`

const ACCEPT = `
  update run_attempt set state = 'accepted', outcome = $3, exit_code = $4, reason = $5, run_ids = $6,
    heartbeat_at = statement_timestamp(), finished_at = statement_timestamp()
  where project_id = $1 and id = $2`

const FINISH = `
  update run_request set state = 'finished', accepted_attempt_id = $3, finished_at = statement_timestamp()
  where project_id = $1 and id = $2`

const INTERRUPT = `
  update run_attempt set state = 'lost', reason = $3, finished_at = statement_timestamp() where project_id = $1 and id = $2`

const ABANDON = `
  update run_request set state = 'abandoned', finished_at = statement_timestamp()
  where project_id = $1 and id = $2 and attempt_count >= max_attempts`
/** The new token ends the lease, so that a heartbeat on its way does not continue the attempt. */
const WAIT = `
  update run_request set state = 'waiting', fencing_token = fencing_token + 1
  where project_id = $1 and id = $2 and attempt_count < max_attempts`

const STORED_RUNS = `select count(*)::int as count from run where project_id = $1 and id = any($2)`

const APPEND = `
  insert into run_attempt_log (project_id, attempt_id, number, text, size_bytes)
  select $1, $2, $3, $4, octet_length($4)
  where (select coalesce(sum(size_bytes), 0) from run_attempt_log where project_id = $1 and attempt_id = $2)
    + octet_length($4) <= ${MAX_LOG_BYTES}
  on conflict do nothing`

const Extended = z.object({ expiresAt: z.date() })

type FinishQueries = Pick<RunRequestQueries, 'heartbeat' | 'finish' | 'appendLog'>

/** Heartbeats, output and results of attempts. Each proves with its fencing token that it belongs to the newest lease. */
export function finishQueries(scoped: TenantScope, notify: () => void): FinishQueries {
  const { projectId } = scoped
  const locked = <T>(id: string, work: (tx: Statements, row: LockedAttempt | null) => Promise<T>) =>
    scoped.transaction(async (tx) => {
      const row = await lockAttempt(tx, projectId, id)
      return { commit: true, answer: await work(tx, row) }
    })
  return {
    heartbeat: (id, token) =>
      locked<LeaseAnswer>(id, async (tx, row) => {
        const refused = refuseToken(row, token)
        if (row === null || refused !== null) return { held: false, reason: refused ?? '' }
        await tx.query(RESUME, [projectId, row.id])
        await tx.query(SEEN, [projectId, id])
        const [extended] = await readRows(tx, Extended, EXTEND, [projectId, id, LEASE_SECONDS])
        return { held: true, expiresAt: Extended.parse(extended).expiresAt.toISOString() }
      }),

    async finish(id, { fencingToken, outcome, exitCode, reason, runIds }) {
      const answer = await locked<ResultAnswer>(id, async (tx, row) => {
        if (row === null) return { stored: false, code: 'not-found', reason: 'There is no such attempt.' }
        // The response to the first report was lost, and the runner reports again.
        if (row.attempt === 'accepted' && row.own === fencingToken)
          return { stored: true, state: 'accepted', planId: row.planId }
        const refused = refuseToken(row, fencingToken)
        if (refused !== null) return { stored: false, code: 'superseded', reason: refused }
        if (outcome === 'interrupted') {
          await tx.query(INTERRUPT, [projectId, id, reason ?? 'The runner was stopped.'])
          await tx.query(ABANDON, [projectId, row.id])
          await tx.query(WAIT, [projectId, row.id])
          return { stored: true, state: 'lost', planId: null }
        }
        const [stored] = await readRows(tx, z.object({ count: z.int() }), STORED_RUNS, [projectId, runIds])
        if (stored?.count !== new Set(runIds).size)
          return { stored: false, code: 'run-missing', reason: 'A run of the result is not stored in this project.' }
        await tx.query(ACCEPT, [projectId, id, outcome, exitCode, reason, runIds])
        await tx.query(FINISH, [projectId, row.id, id])
        return { stored: true, state: 'accepted', planId: row.planId }
      })
      if (answer.stored) notify()
      return answer
    },

    async appendLog(id, token, { number, text }) {
      const appended = await locked(id, async (tx, row) => {
        if (row === null || row.own !== token || row.newest !== token || row.attempt !== 'running') return false
        await tx.query(APPEND, [projectId, id, number, text])
        return true
      })
      if (appended) notify()
      return appended
    },
  }
}
