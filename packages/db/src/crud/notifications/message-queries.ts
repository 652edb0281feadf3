import { randomUUID } from 'node:crypto'
import { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import { isConfirmed } from '@assay/domain/notifications/match-subscription'
import { z } from 'zod'
import { FINDING, FINDING_EVENT } from '../../hot/findings/finding-json.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { MESSAGE_STATES, type Message, type MessageAttempt, type MessageQueries } from './notification-types.ts'
import { sendOrSummarize } from './send-or-summarize.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = `m.id, m.channel_id as "channelId", m.subscription_id as "subscriptionId", m.kind, m.finding_id as "findingId", m.occasion, m.state, m.attempts,
  ${time('m.next_at')} as "nextAt", ${time('m.created_at')} as "createdAt", ${time('m.delivered_at')} as "deliveredAt", m.note`

const columns = {
  id: z.string(),
  channelId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
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
const MessageWithBodyRow = z.object({ ...columns, body: z.string().nullable() })
const ClaimedRow = z.object({ ...columns, body: z.string().nullable(), paused: z.boolean() })

/** Maximum messages that one pass requests, releases or deletes; the next pass, a minute later, does the others. */
const MAX_MESSAGES_PER_PASS = 1_000

/** The outbox of a project: messages to its channels and subscribers, with the log of their delivery. */
const MessageAttemptRow: z.ZodType<MessageAttempt> = z.object({
  id: z.string(),
  at: z.string(),
  delivered: z.boolean(),
  status: z.number().nullable(),
  reply: z.string(),
  tookMs: z.number(),
})

export function messageQueries(scoped: TenantScope): MessageQueries {
  const { projectId, by } = scoped
  return {
    async list({ channelId, before, limit }) {
      if (!isUuid(channelId)) return []
      const { rows } = await scoped.query(
        `select ${COLUMNS} from message m where m.project_id = $1 and m.channel_id = $2
           and coalesce((m.created_at, m.id) < (select created_at, id from message where project_id = $1 and id = $3::uuid), $3::uuid is null)
         order by m.created_at desc, m.id limit $4`,
        [projectId, channelId, before !== null && isUuid(before) ? before : null, limit],
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
      const tries = await readRows(
        scoped,
        MessageAttemptRow,
        `select id, ${time('at')} as at, delivered, status, reply, took_ms as "tookMs" from message_attempt
         where project_id = $1 and message_id = $2 order by message_attempt.at, id`,
        [projectId, id],
      )
      return { ...MessageWithBodyRow.parse(rows[0]), tries }
    },

    async claim(id, at, leaseMs) {
      const { rows } = await scoped.query(CLAIM, [projectId, id, at, new Date(at.getTime() + leaseMs)])
      if (rows.length === 0) {
        // The worker that holds the lease may have been killed, so the job runs again when the lease expires.
        await scoped.query(REQUEST_DELIVERY_AFTER_LEASE, [projectId, id, at])
        return null
      }
      const { paused, ...message } = ClaimedRow.parse(rows[0])
      return { ...message, channel: { paused } }
    },

    async findSubject(id, at) {
      const rows = await readRows(
        scoped,
        z.object({ found: z.unknown(), event: z.unknown(), needsScan: z.boolean() }),
        `select (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and active) as found,
           (select ${FINDING_EVENT} from finding_event where project_id = $1 and id = m.event_id) as event,
           ${NEEDS_SCAN} as "needsScan"
         from message m where m.project_id = $1 and m.id = $2`,
        [projectId, id, new Date(at.getTime() - SCAN_MS)],
      )
      const [row] = rows
      if (row === undefined || row.found === null) return null
      const event = row.event === null ? null : FindingEvent.parse(row.event)
      return { finding: StoredFinding.parse(row.found), event, needsScan: row.needsScan }
    },

    async listSummarized(id, at) {
      const rows = await readRows(
        scoped,
        z.object({ kind: z.string(), found: z.unknown(), event: z.unknown(), needsScan: z.boolean() }),
        `select m.kind, (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and active) as found,
           (select ${FINDING_EVENT} from finding_event where project_id = $1 and id = m.event_id) as event,
           ${NEEDS_SCAN} as "needsScan"
         from message m left join finding largest on largest.project_id = $1 and largest.id = m.finding_id
         where m.project_id = $1 and m.summary_message_id = $2 order by largest.effect desc nulls last, m.created_at, m.id`,
        [projectId, id, new Date(at.getTime() - SCAN_MS)],
      )
      return rows.flatMap(({ kind, found, event, needsScan }) => {
        if (found === null) return []
        const parsed = event === null ? null : FindingEvent.parse(event)
        return [{ kind, finding: StoredFinding.parse(found), event: parsed, needsScan }]
      })
    },

    async reschedule(id, until) {
      await scoped.transaction(async (tx) => {
        await tx.query(
          `update message set next_at = $3, leased_until = null, attempts = attempts - 1 where project_id = $1 and id = $2`,
          [projectId, id, until],
        )
        await requestDelivery(tx, projectId, id, until)
        return { commit: true, answer: null }
      })
    },

    async saveBody(id, body) {
      await scoped.query('update message set body = $3 where project_id = $1 and id = $2', [projectId, id, body])
    },

    drop: (id, why) =>
      scoped.transaction(async (tx) => {
        await tx.query(DROP, [projectId, [id], why])
        await tx.query(UPDATE_SUMMARIZED, [projectId, id])
        return { commit: true, answer: undefined }
      }),

    recordAttempt: (id, attempt, maxFailures) =>
      scoped.transaction(async (tx) => {
        const { at, delivered, status, reply, tookMs, nextAt } = attempt
        await tx.query(
          `insert into message_attempt (project_id, id, message_id, at, delivered, status, reply, took_ms)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [projectId, randomUUID(), id, at, delivered, status, reply, tookMs],
        )
        const state = delivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting'
        const rows = await readRows(tx, z.object({ channelId: z.string().nullable() }), RECORD_ATTEMPT, [
          projectId,
          id,
          state,
          nextAt,
          at,
        ])
        const [message] = rows
        if (message === undefined) return { commit: false, answer: { paused: false } }
        if (state === 'waiting') await requestDelivery(tx, projectId, id, nextAt)
        else await tx.query(UPDATE_SUMMARIZED, [projectId, id])
        const hit = await readRows(tx, z.object({ paused: z.boolean() }), delivered ? RESET_FAILURES : COUNT_FAILURE, [
          projectId,
          message.channelId,
          ...(delivered ? [] : [maxFailures, at]),
        ])
        return { commit: true, answer: { paused: hit[0]?.paused ?? false } }
      }),

    enqueue: ({ channelId, kind, occasion }) =>
      scoped.transaction(async (tx) => {
        const id = randomUUID()
        const { rowCount } = await tx.query(
          `insert into message (project_id, id, channel_id, kind, occasion, state) values ($1, $2, $3, $4, $5, 'waiting')
           on conflict (project_id, channel_id, occasion) do nothing`,
          [projectId, id, channelId, kind, occasion],
        )
        if (rowCount === 1) await requestDelivery(tx, projectId, id, null)
        return { commit: true, answer: rowCount === 1 }
      }),

    async redeliver(id) {
      if (!isUuid(id)) return false
      return scoped.transaction(async (tx) => {
        const rows = await readRows(
          tx,
          z.object({ occasion: z.string() }),
          `update message set state = 'waiting', attempts = 0, next_at = null, note = null
           where project_id = $1 and id = $2 and coalesce(leased_until < current_timestamp, true) returning occasion`,
          [projectId, id],
        )
        const [message] = rows
        if (message === undefined) return { commit: false, answer: false }
        await requestDelivery(tx, projectId, id, null)
        const object = { kind: 'message', id, name: message.occasion }
        await writeAudit(tx, projectId, by, { action: 'message.redelivered', object })
        return { commit: true, answer: true }
      })
    },

    releaseConfirmed: () =>
      scoped.transaction(async (tx) => {
        const rows = await readRows(tx, z.object({ id: z.string(), channelId: z.string(), found: z.unknown() }), HELD, [
          projectId,
        ])
        const removed = rows.filter(({ found }) => found === null).map(({ id }) => id)
        if (removed.length > 0) {
          await tx.query(DROP, [projectId, removed, 'The finding was removed before a second run confirmed it.'])
        }
        let released = 0
        for (const { id, channelId, found } of rows) {
          if (found === null || !isConfirmed(StoredFinding.parse(found))) continue
          await tx.query(`update message set state = 'waiting' where project_id = $1 and id = $2`, [projectId, id])
          await sendOrSummarize(tx, projectId, { id, channelId })
          released++
        }
        return { commit: true, answer: released }
      }),

    async enqueueDueJobs(at) {
      const { rows } = await scoped.query(REQUEST_DUE_DELIVERIES, [projectId, at])
      return rows.length
    },

    async deleteOld(before) {
      const { rowCount } = await scoped.query(
        `delete from message where project_id = $1 and id in (select id from message where project_id = $1
           and state in ('delivered', 'failed', 'dropped') and created_at < $2 limit ${MAX_MESSAGES_PER_PASS})`,
        [projectId, before],
      )
      return rowCount ?? 0
    },

    async listWeeklyChannels() {
      const rows = await readRows(
        scoped,
        z.object({ id: z.string(), timeZone: z.string(), createdAt: z.string() }),
        `select id, time_zone as "timeZone", ${time('notification_channel.created_at')} as "createdAt" from notification_channel
         where project_id = $1 and weekly and paused_at is null order by created_at, id`,
        [projectId],
      )
      return rows
    },

    async listFindingEvents({ since, until }) {
      const rows = await readRows(
        scoped,
        z.object({ kind: z.string(), found: z.unknown() }),
        `select e.kind, (select ${FINDING} from finding where project_id = $1 and id = e.finding_id) as found
         from finding_event e join finding f on f.project_id = e.project_id and f.id = e.finding_id and f.active
         where e.project_id = $1 and e.at >= $2 and e.at < $3 order by e.at, e.id`,
        [projectId, since, until],
      )
      return rows.map(({ kind, found }) => ({ kind, finding: StoredFinding.parse(found) }))
    },
  }
}

/** An excluded result may not belong to the finding, so a message waits for a new scan only as long as a scan takes. */
const SCAN_MS = 120_000

const NEEDS_SCAN = `exists (
  select from finding f, jsonb_array_elements(f.facts -> 'changes') c, jsonb_array_elements_text((c -> 'runIds') || (c -> 'baseRunIds')) r
    join invalidation i on i.project_id = $1 and i.run_id = r.value::uuid and i.withdrawn_at is null
      and (i.result_id is null or i.made_at > $3::timestamptz)
  where f.project_id = $1 and f.id = m.finding_id)`

const JOB = `json_build_object('projectId', $1::uuid, 'deliveryId', id), 'deliver ' || id`

/** Workers see the job when the transaction is committed. */
const requestDelivery = (tx: Statements, projectId: string, id: string, at: Date | null) =>
  tx.query(
    `select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', $2::uuid), 'deliver ' || $2::text,
       coalesce($3::timestamptz, current_timestamp))`,
    [projectId, id, at],
  )

/** One of several workers gets the message and a lease on it; the others get no row. */
const CLAIM = `
  update message m set attempts = m.attempts + 1,
    leased_until = $4::timestamptz
      + case coalesce(t.kind, 'mail') when 'mail' then interval '45 seconds' else interval '0' end
  from message o left join notification_channel t on t.project_id = o.project_id and t.id = o.channel_id
  where m.project_id = $1 and m.id = $2 and m.state = 'waiting' and coalesce(m.next_at <= $3::timestamptz, true)
    and coalesce(m.leased_until <= $3::timestamptz, true) and o.project_id = m.project_id and o.id = m.id
  returning ${COLUMNS}, m.body, t.paused_at is not null as paused`

const REQUEST_DELIVERY_AFTER_LEASE = `
  select ask_for_job_at('deliver', ${JOB}, leased_until) from message
  where project_id = $1 and id = $2 and state = 'waiting' and leased_until > $3::timestamptz`

const RECORD_ATTEMPT = `
  update message set state = $3, next_at = $4, leased_until = null,
    delivered_at = case when $3 = 'delivered' then $5::timestamptz else delivered_at end,
    note = case when $3 = 'failed' then 'Given up after several attempts.' end
  where project_id = $1 and id = $2 returning channel_id as "channelId"`

const DROP = `
  update message set state = 'dropped', note = $3, leased_until = null
  where project_id = $1 and id = any($2::uuid[]) and state in ('held', 'waiting')`

const RESET_FAILURES = `
  update notification_channel set failures = 0 where project_id = $1 and id = $2 and failures > 0 returning false as paused`

const COUNT_FAILURE = `
  update notification_channel set failures = failures + 1,
    paused_at = case when failures + 1 >= $3 then coalesce(paused_at, $4::timestamptz) else paused_at end,
    paused_why = case when failures + 1 >= $3 and paused_at is null then 'It failed ' || (failures + 1) || ' times in a row.' else paused_why end
  where project_id = $1 and id = $2 returning failures = $3 as paused`

/** A summary message passes its outcome to the messages that it contains. */
const UPDATE_SUMMARIZED = `
  update message m set state = list.state, delivered_at = list.delivered_at,
    note = case list.state when 'delivered' then 'In one message with others.' else list.note end
  from message list where m.project_id = $1 and m.summary_message_id = $2 and m.state = 'gathered'
    and list.project_id = $1 and list.id = $2`

const HELD = `
  select id, channel_id as "channelId", (select ${FINDING} from finding where project_id = $1 and id = m.finding_id and active
    and state <> 'not a bug' and (m.kind <> 'found' or state <> 'fixed')) as found
  from message m where m.project_id = $1 and m.state = 'held' order by m.created_at, m.id limit ${MAX_MESSAGES_PER_PASS} for update skip locked`

const REQUEST_DUE_DELIVERIES = `
  select ask_for_job('deliver', ${JOB}) from (
    select id from message where project_id = $1 and state = 'waiting' and coalesce(next_at <= $2::timestamptz, true)
      and coalesce(leased_until <= $2::timestamptz, true) order by created_at limit ${MAX_MESSAGES_PER_PASS}) due`
