import { randomUUID } from 'node:crypto'
import { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import { isConfirmed } from '@assay/domain/notifications/match-subscription'
import { z } from 'zod'
import { writeAudit } from '../crud/audit/audit.ts'
import { FINDING, FINDING_EVENT } from '../findings/finding-json.ts'
import { isUuid } from '../is-uuid.ts'
import type { Statements, TenantScope } from '../scope/tenant-scope.ts'
import { MESSAGE_STATES, type Message, type MessageAttempt, type MessageQueries } from './notification-types.ts'
import { sendOrGather } from './send-or-summarize.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = `m.id, m.target_id as "targetId", m.listener_id as "listenerId", m.kind, m.finding_id as "findingId", m.occasion, m.state, m.attempts,
  ${time('m.next_at')} as "nextAt", ${time('m.created_at')} as "createdAt", ${time('m.delivered_at')} as "deliveredAt", m.note`

const columns = {
  id: z.string(),
  targetId: z.string().nullable(),
  listenerId: z.string().nullable(),
  kind: z.string(),
  findingId: z.string().nullable(),
  occasion: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.number(),
  nextAt: z.string().nullable(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  note: z.string().nullable(),
}
const MessageRow: z.ZodType<Message> = z.object(columns)
const Whole = z.object({ ...columns, body: z.string().nullable() })
const Claimed = z.object({ ...columns, body: z.string().nullable(), paused: z.boolean() })

/** So many are asked for, released and forgotten at once; the rest waits a minute. */
const AT_ONCE = 1_000

/** What targets are told: the outbox of a project and its log. */
export function messageQueries(scoped: TenantScope): MessageQueries {
  const { projectId, by } = scoped
  return {
    async list({ targetId, before, limit }) {
      if (!isUuid(targetId)) return []
      const { rows } = await scoped.query(
        `select ${COLUMNS} from message m where m.project_id = $1 and m.target_id = $2
           and coalesce((m.created_at, m.id) < (select created_at, id from message where project_id = $1 and id = $3::uuid), $3::uuid is null)
         order by m.created_at desc, m.id limit $4`,
        [projectId, targetId, before !== null && isUuid(before) ? before : null, limit],
      )
      return rows.map((row) => MessageRow.parse(row))
    },

    async find(id) {
      if (!isUuid(id)) return null
      const { rows } = await scoped.query(
        `select ${COLUMNS}, m.body from message m where m.project_id = $1 and m.id = $2`,
        [projectId, id],
      )
      if (rows.length === 0) return null
      const { rows: tries } = await scoped.query<MessageAttempt>(
        `select id, ${time('at')} as at, delivered, status, reply, took_ms as "tookMs" from message_attempt
         where project_id = $1 and message_id = $2 order by message_attempt.at, id`,
        [projectId, id],
      )
      return { ...Whole.parse(rows[0]), tries }
    },

    async claim(id, at, leaseMs) {
      const { rows } = await scoped.query(CLAIM, [projectId, id, at, new Date(at.getTime() + leaseMs)])
      if (rows.length === 0) {
        // Whoever holds it may be dead; it is asked for again when its time is over.
        await scoped.query(ASK_AFTER_LEASE, [projectId, id, at])
        return null
      }
      const { paused, ...message } = Claimed.parse(rows[0])
      return { ...message, target: { paused } }
    },

    async subject(id, at) {
      const { rows } = await scoped.query<{ found: unknown; event: unknown; behind: boolean }>(
        `select (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and stands) as found,
           (select ${FINDING_EVENT} from finding_event where project_id = $1 and id = m.event_id) as event,
           ${BEHIND} as behind
         from message m where m.project_id = $1 and m.id = $2`,
        [projectId, id, new Date(at.getTime() - LOOKED_AT_MS)],
      )
      const [row] = rows
      if (row === undefined || row.found === null) return null
      const event = row.event === null ? null : FindingEvent.parse(row.event)
      return { finding: StoredFinding.parse(row.found), event, behind: row.behind }
    },

    async gathered(id, at) {
      const { rows } = await scoped.query<{ kind: string; found: unknown; event: unknown; behind: boolean }>(
        `select m.kind, (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and stands) as found,
           (select ${FINDING_EVENT} from finding_event where project_id = $1 and id = m.event_id) as event,
           ${BEHIND} as behind
         from message m left join finding largest on largest.project_id = $1 and largest.id = m.finding_id
         where m.project_id = $1 and m.gathered_in = $2 order by largest.effect desc nulls last, m.created_at, m.id`,
        [projectId, id, new Date(at.getTime() - LOOKED_AT_MS)],
      )
      return rows.flatMap(({ kind, found, event, behind }) => {
        if (found === null) return []
        const parsed = event === null ? null : FindingEvent.parse(event)
        return [{ kind, finding: StoredFinding.parse(found), event: parsed, behind }]
      })
    },

    async putOff(id, until) {
      await scoped.transaction(async (tx) => {
        await tx.query(
          `update message set next_at = $3, leased_until = null, attempts = attempts - 1 where project_id = $1 and id = $2`,
          [projectId, id, until],
        )
        await askFor(tx, projectId, id, until)
        return { commit: true, answer: null }
      })
    },

    async write(id, body) {
      await scoped.query('update message set body = $3 where project_id = $1 and id = $2', [projectId, id, body])
    },

    drop: (id, why) =>
      scoped.transaction(async (tx) => {
        await tx.query(DROP, [projectId, [id], why])
        await tx.query(AS_ITS_LIST, [projectId, id])
        return { commit: true, answer: undefined }
      }),

    attempted: (id, attempt, most) =>
      scoped.transaction(async (tx) => {
        const { at, delivered, status, reply, tookMs, nextAt } = attempt
        await tx.query(
          `insert into message_attempt (project_id, id, message_id, at, delivered, status, reply, took_ms)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [projectId, randomUUID(), id, at, delivered, status, reply, tookMs],
        )
        const state = delivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting'
        const { rows } = await tx.query<{ targetId: string | null }>(ATTEMPTED, [projectId, id, state, nextAt, at])
        const [message] = rows
        if (message === undefined) return { commit: false, answer: { paused: false } }
        if (state === 'waiting') await askFor(tx, projectId, id, nextAt)
        else await tx.query(AS_ITS_LIST, [projectId, id])
        const { rows: hit } = await tx.query<{ paused: boolean }>(delivered ? REACHED : MISSED, [
          projectId,
          message.targetId,
          ...(delivered ? [] : [most, at]),
        ])
        return { commit: true, answer: { paused: hit[0]?.paused ?? false } }
      }),

    say: ({ targetId, kind, occasion }) =>
      scoped.transaction(async (tx) => {
        const id = randomUUID()
        const { rowCount } = await tx.query(
          `insert into message (project_id, id, target_id, kind, occasion, state) values ($1, $2, $3, $4, $5, 'waiting')
           on conflict (project_id, target_id, occasion) do nothing`,
          [projectId, id, targetId, kind, occasion],
        )
        if (rowCount === 1) await askFor(tx, projectId, id, null)
        return { commit: true, answer: rowCount === 1 }
      }),

    async redeliver(id) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const { rows } = await tx.query<{ occasion: string }>(
          `update message set state = 'waiting', attempts = 0, next_at = null, note = null
           where project_id = $1 and id = $2 and coalesce(leased_until < current_timestamp, true) returning occasion`,
          [projectId, id],
        )
        const [message] = rows
        if (message === undefined) return { commit: false, answer: false }
        await askFor(tx, projectId, id, null)
        const object = { kind: 'message', id, name: message.occasion }
        await writeAudit(tx, projectId, by, { action: 'message.redelivered', object })
        return { commit: true, answer: true }
      })
    },

    release: () =>
      scoped.transaction(async (tx) => {
        const { rows } = await tx.query<{ id: string; targetId: string; found: unknown }>(HELD, [projectId])
        const over = rows.filter(({ found }) => found === null).map(({ id }) => id)
        if (over.length > 0) await tx.query(DROP, [projectId, over, 'It went away before a second run confirmed it.'])
        let released = 0
        for (const { id, targetId, found } of rows) {
          if (found === null || !isConfirmed(StoredFinding.parse(found))) continue
          await tx.query(`update message set state = 'waiting' where project_id = $1 and id = $2`, [projectId, id])
          await sendOrGather(tx, projectId, { id, targetId })
          released++
        }
        return { commit: true, answer: released }
      }),

    async askForDue(at) {
      const { rows } = await scoped.query(ASK_FOR_DUE, [projectId, at])
      return rows.length
    },

    async forget(before) {
      const { rowCount } = await scoped.query(
        `delete from message where project_id = $1 and id in (select id from message where project_id = $1
           and state in ('delivered', 'failed', 'dropped') and created_at < $2 limit ${AT_ONCE})`,
        [projectId, before],
      )
      return rowCount ?? 0
    },

    async weekly() {
      const { rows } = await scoped.query<{ id: string; timeZone: string; createdAt: string }>(
        `select id, time_zone as "timeZone", ${time('telling_target.created_at')} as "createdAt" from telling_target
         where project_id = $1 and weekly and paused_at is null order by created_at, id`,
        [projectId],
      )
      return rows
    },

    async happened({ since, until }) {
      const { rows } = await scoped.query<{ kind: string; found: unknown }>(
        `select e.kind, (select ${FINDING} from finding where project_id = $1 and id = e.finding_id) as found
         from finding_event e join finding f on f.project_id = e.project_id and f.id = e.finding_id and f.stands
         where e.project_id = $1 and e.at >= $2 and e.at < $3 order by e.at, e.id`,
        [projectId, since, until],
      )
      return rows.map(({ kind, found }) => ({ kind, finding: StoredFinding.parse(found) }))
    },
  }
}

/** A result that was taken out alone may not be one of the finding's, so that it is only waited for as long as a look takes. */
const LOOKED_AT_MS = 120_000

const BEHIND = `exists (
  select from finding f, jsonb_array_elements(f.facts -> 'changes') c, jsonb_array_elements_text((c -> 'runIds') || (c -> 'baseRunIds')) r
    join invalidation i on i.project_id = $1 and i.run_id = r.value::uuid and i.withdrawn_at is null
      and (i.result_id is null or i.made_at > $3::timestamptz)
  where f.project_id = $1 and f.id = m.finding_id)`

const JOB = `json_build_object('projectId', $1::uuid, 'deliveryId', id), 'deliver ' || id`

/** Heard of when the transaction is committed, and not before. */
const askFor = (tx: Statements, projectId: string, id: string, at: Date | null) =>
  tx.query(
    `select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', $2::uuid), 'deliver ' || $2::text,
       coalesce($3::timestamptz, current_timestamp))`,
    [projectId, id, at],
  )

/** Of several workers one gets it; the others, and it again later, find the lease. */
const CLAIM = `
  update message m set attempts = m.attempts + 1,
    leased_until = $4::timestamptz
      + case coalesce(t.kind, 'mail') when 'mail' then interval '45 seconds' else interval '0' end
  from message o left join telling_target t on t.project_id = o.project_id and t.id = o.target_id
  where m.project_id = $1 and m.id = $2 and m.state = 'waiting' and coalesce(m.next_at <= $3::timestamptz, true)
    and coalesce(m.leased_until <= $3::timestamptz, true) and o.project_id = m.project_id and o.id = m.id
  returning ${COLUMNS}, m.body, t.paused_at is not null as paused`

const ASK_AFTER_LEASE = `
  select ask_for_job_at('deliver', ${JOB}, leased_until) from message
  where project_id = $1 and id = $2 and state = 'waiting' and leased_until > $3::timestamptz`

const ATTEMPTED = `
  update message set state = $3, next_at = $4, leased_until = null,
    delivered_at = case when $3 = 'delivered' then $5::timestamptz else delivered_at end,
    note = case when $3 = 'failed' then 'Given up after several attempts.' end
  where project_id = $1 and id = $2 returning target_id as "targetId"`

const DROP = `
  update message set state = 'dropped', note = $3, leased_until = null
  where project_id = $1 and id = any($2::uuid[]) and state in ('held', 'waiting')`

const REACHED = `
  update telling_target set failures = 0 where project_id = $1 and id = $2 and failures > 0 returning false as paused`

const MISSED = `
  update telling_target set failures = failures + 1,
    paused_at = case when failures + 1 >= $3 then coalesce(paused_at, $4::timestamptz) else paused_at end,
    paused_why = case when failures + 1 >= $3 and paused_at is null then 'It failed ' || (failures + 1) || ' times in a row.' else paused_why end
  where project_id = $1 and id = $2 returning failures = $3 as paused`

/** What came of a list came of all that it tells. */
const AS_ITS_LIST = `
  update message m set state = list.state, delivered_at = list.delivered_at,
    note = case list.state when 'delivered' then 'In one message with others.' else list.note end
  from message list where m.project_id = $1 and m.gathered_in = $2 and m.state = 'gathered'
    and list.project_id = $1 and list.id = $2`

const HELD = `
  select id, target_id as "targetId", (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and stands
    and state <> 'not a bug' and (m.kind <> 'found' or state <> 'fixed')) as found
  from message m where m.project_id = $1 and m.state = 'held' order by m.created_at, m.id limit ${AT_ONCE} for update skip locked`

const ASK_FOR_DUE = `
  select ask_for_job('deliver', ${JOB}) from (
    select id from message where project_id = $1 and state = 'waiting' and coalesce(next_at <= $2::timestamptz, true)
      and coalesce(leased_until <= $2::timestamptz, true) order by created_at limit ${AT_ONCE}) due`
