import { randomUUID } from 'node:crypto'
import { LEASE_SECONDS, type RunLease } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { readRows, type Statements } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { RunRequestQueries } from './run-request-types.ts'

// The lock of a request is taken before its attempts change, so that a lease, a heartbeat, a result and a cancellation
// of one request come one after the other.

const SEEN = `update runner set seen_at = statement_timestamp() where project_id = $1 and name = $2 and session = $3`

const RUNNER = `
  select labels, array(select jsonb_array_elements(commands) ->> 'name') as commands
  from runner where project_id = $1 and name = $2 and session = $3`

const NEXT = `
  select id from run_request
  where project_id = $1 and state = 'waiting' and command = any($2) and labels <@ $3
    and (runner_name is null or runner_name = $4)
  order by queued_at, position, id limit 1 for update skip locked`

const ONE = `select id from run_request where project_id = $1 and state = 'waiting' and id = $2 for update skip locked`

const TAKE = `
  update run_request set state = 'leased', attempt_count = attempt_count + 1, fencing_token = fencing_token + 1
  where project_id = $1 and id = $2
  returning id, command, parameters, attempt_count as number, fencing_token::int as "fencingToken"`

const ATTEMPT = `
  insert into run_attempt (project_id, id, request_id, number, runner_name, fencing_token, expires_at)
  values ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7 * interval '1 second')
  returning expires_at as "expiresAt"`

/** Requests whose attempts are lost: without a heartbeat, or of a runner that asks for work. */
const LOST_REQUESTS = `
  select r.id from run_request r join run_attempt a on a.project_id = r.project_id and a.request_id = r.id
  where r.project_id = $1 and a.state = 'running' and (a.expires_at < statement_timestamp() or a.runner_name = $2)
  order by r.id for update of r skip locked`

const EXPIRE = `
  update run_attempt set state = 'lost', finished_at = statement_timestamp(), reason = 'No heartbeat arrived in time.'
  where project_id = $1 and request_id = any($2) and state = 'running' and expires_at < statement_timestamp()`

const ASKED_AGAIN = `
  update run_attempt set state = 'lost', finished_at = statement_timestamp(), reason = 'The runner asked for work again.'
  where project_id = $1 and request_id = any($2) and state = 'running' and runner_name = $3`

/** Ends the lease of requests without a running attempt: after the last attempt they are abandoned, before it they wait. */
const UNLEASED = `
  project_id = $1 and id = any($2) and state = 'leased' and not exists (
    select from run_attempt a where a.project_id = $1 and a.request_id = run_request.id and a.state = 'running')`
const ABANDON = `
  update run_request set state = 'abandoned', finished_at = statement_timestamp()
  where attempt_count >= max_attempts and ${UNLEASED}`
const WAIT = `update run_request set state = 'waiting' where attempt_count < max_attempts and ${UNLEASED}`

const Able = z.object({ labels: z.array(z.string()), commands: z.array(z.string()) })
const Started = z.object({ expiresAt: z.date() })
const Taken = z.object({
  id: z.uuid(),
  command: z.string(),
  parameters: z.record(z.string(), z.string()),
  number: z.int(),
  fencingToken: z.int(),
})

/** The statements that lease requests to runners, and that end the leases of lost attempts. */
export function leaseQueries(
  scoped: TenantScope,
  notify: () => void,
): Pick<RunRequestQueries, 'lease' | 'leaseFor' | 'expireLeases'> {
  const { projectId } = scoped
  return {
    async lease({ name, session }) {
      const leased = await scoped.transaction<RunLease | 'superseded' | null>(async (tx) => {
        await tx.query(SEEN, [projectId, name, session])
        const [runner] = await readRows(tx, Able, RUNNER, [projectId, name, session])
        if (runner === undefined) return { commit: false, answer: 'superseded' }
        await loseAttempts(tx, projectId, name)
        const [next] = await readRows(tx, z.object({ id: z.uuid() }), NEXT, [
          ...[projectId, runner.commands, runner.labels, name],
        ])
        return { commit: true, answer: next === undefined ? null : await take(tx, projectId, next.id, name) }
      })
      if (leased !== null && leased !== 'superseded') notify()
      return leased
    },

    async leaseFor(requestId, runnerName) {
      const leased = await scoped.transaction(async (tx) => {
        const [next] = await readRows(tx, z.object({ id: z.uuid() }), ONE, [projectId, requestId])
        return { commit: true, answer: next === undefined ? null : await take(tx, projectId, next.id, runnerName) }
      })
      if (leased !== null) notify()
      return leased
    },

    async expireLeases() {
      const lost = await scoped.transaction(async (tx) => ({
        commit: true,
        answer: await loseAttempts(tx, projectId, null),
      }))
      if (lost > 0) notify()
      return lost
    },
  }
}

async function take(tx: Statements, projectId: string, id: string, runner: string): Promise<RunLease> {
  const [taken] = await readRows(tx, Taken, TAKE, [projectId, id])
  const attemptId = randomUUID()
  const { number, fencingToken, command, parameters } = Taken.parse(taken)
  const values = [projectId, attemptId, id, number, runner, fencingToken, LEASE_SECONDS]
  const { expiresAt } = Started.parse((await readRows(tx, Started, ATTEMPT, values))[0])
  const until = expiresAt.toISOString()
  return { attemptId, requestId: id, number, fencingToken, command, parameters, expiresAt: until }
}

/** Requests that another transaction has locked are left to it, or to the next call. */
async function loseAttempts(tx: Statements, projectId: string, runner: string | null): Promise<number> {
  const requests = await readRows(tx, z.object({ id: z.uuid() }), LOST_REQUESTS, [projectId, runner])
  const ids = requests.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.batch([
    { text: EXPIRE, values: [projectId, ids] },
    ...(runner === null ? [] : [{ text: ASKED_AGAIN, values: [projectId, ids, runner] }]),
    { text: ABANDON, values: [projectId, ids] },
    { text: WAIT, values: [projectId, ids] },
  ])
  return ids.length
}
