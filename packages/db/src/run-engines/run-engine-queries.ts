import { randomUUID } from 'node:crypto'
import { ENGINES, RunEngine } from '@assay/domain/run-engines/run-engine'
import { RunParameters } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { writeAudit } from '../crud/audit/audit.ts'
import { deletedRow } from '../scope/deleted-row.ts'
import { readRows } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { RunEngineQueries } from './run-engine-types.ts'

const NEWEST_STARTS = 20
const MAX_REPLY_CHARACTERS = 2_000

const Due = z.object({
  ...{ requestId: z.uuid(), attempt: z.int(), message: z.int(), command: z.string(), parameters: RunParameters },
  ...{ runner: z.string(), engine: z.enum(ENGINES), ref: z.string(), addressShown: z.string() },
  ...{ addressSealed: z.string(), credentialSealed: z.string().nullable(), secretSealed: z.string() },
})

/**
 * Waiting requests that the runner of an engine can execute. A message that was delivered is repeated after an hour when
 * no job has leased the request, one that failed after a minute, two, four and so on; eight at most for each attempt.
 */
const DUE = `
  select r.id as "requestId", r.attempt_count + 1 as attempt, coalesce(last.message_number, 0) + 1 as message,
    r.command, r.parameters, u.name as runner, e.engine, e.ref, e.address_shown as "addressShown",
    e.address_sealed as "addressSealed", e.credential_sealed as "credentialSealed", e.secret_sealed as "secretSealed"
  from run_engine e
  join runner u on u.project_id = e.project_id and u.name = e.runner_name and u.kind = 'webhook'
  join run_request r on r.project_id = e.project_id and r.state = 'waiting' and r.labels <@ u.labels
    and (r.runner_name is null or r.runner_name = u.name)
    and jsonb_path_exists(u.commands, '$[*] ? (@.name == $name)', jsonb_build_object('name', r.command))
  left join lateral (
    select message_number, sent_at, delivered from run_engine_start s
    where s.project_id = $1 and s.request_id = r.id and s.attempt_number = r.attempt_count + 1
    order by message_number desc limit 1) last on true
  where e.project_id = $1 and coalesce(last.message_number, 0) < 8
    and (last.sent_at is null or last.sent_at < statement_timestamp() - case when last.delivered = false
      then interval '1 minute' * power(2, last.message_number - 1) else interval '1 hour' end)
  order by r.queued_at, r.position, r.id, u.name limit 100`

const CLAIM = `
  insert into run_engine_start (project_id, id, request_id, runner_name, attempt_number, message_number)
  values ($1, $2, $3, $4, $5, $6) on conflict (project_id, request_id, attempt_number, message_number) do nothing
  returning id`

/** Engines whose jobs execute run requests, and the messages that start them. */
export function runEngineQueries(scoped: TenantScope): RunEngineQueries {
  const { projectId, by, prisma } = scoped
  return {
    async save({ runner, ...engine }) {
      const where = { projectId_runnerName: { projectId, runnerName: runner } }
      await prisma.$transaction(async (tx) => {
        const id = randomUUID()
        const stored = await tx.runEngine.upsert({
          where,
          create: { projectId, id, runnerName: runner, ...engine },
          update: engine,
        })
        const object = { kind: 'runner', id: stored.id, name: runner }
        const after = { engine: engine.engine, address: engine.addressShown, ref: engine.ref }
        await writeAudit(tx, projectId, by, { action: 'run-engine.saved', object, after })
      })
    },

    async list() {
      const [engines, starts] = await Promise.all([
        prisma.runEngine.findMany({ where: { projectId }, orderBy: { runnerName: 'asc' } }),
        prisma.runEngineStart.findMany({ where: { projectId }, orderBy: { sentAt: 'desc' }, take: 200 }),
      ])
      return engines.map((engine) =>
        RunEngine.parse({
          ...{ runner: engine.runnerName, engine: engine.engine, address: engine.addressShown, ref: engine.ref },
          starts: starts
            .filter(({ runnerName }) => runnerName === engine.runnerName)
            .slice(0, NEWEST_STARTS)
            .map(({ requestId, attemptNumber, sentAt, delivered, status, reply }) => ({
              ...{ requestId, attempt: attemptNumber, sentAt: sentAt.toISOString(), delivered, status, reply },
            })),
        }),
      )
    },

    remove: (runner) =>
      prisma.$transaction(async (tx) => {
        const where = { projectId_runnerName: { projectId, runnerName: runner } }
        const row = await deletedRow(tx.runEngine.delete({ where }))
        if (row === null) return false
        await tx.runner.deleteMany({ where: { projectId, name: runner, kind: 'webhook' } })
        const object = { kind: 'runner', id: row.id, name: runner }
        await writeAudit(tx, projectId, by, { action: 'run-engine.removed', object })
        return true
      }),

    due: () => readRows(scoped, Due, DUE, [projectId]),

    async claim({ requestId, runner, attempt, message }) {
      const values = [projectId, randomUUID(), requestId, runner, attempt, message]
      const [claimed] = await readRows(scoped, z.object({ id: z.string() }), CLAIM, values)
      return claimed?.id ?? null
    },

    async finish(id, { delivered, status, reply }) {
      const data = { delivered, status, reply: reply.slice(0, MAX_REPLY_CHARACTERS) }
      await prisma.runEngineStart.updateMany({ where: { projectId, id }, data })
    },
  }
}
