import { RESPONSE_KINDS, SPEC_KINDS } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { rowTime } from '../notes/row-time.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'

import { readSpec } from '../specs/spec-rows.ts'
import { enqueueSpecMessages } from './notify-spec-subscribers.ts'
import type { SpecSubscriptionQueries } from './spec-subscription-types.ts'

/** A meeting with a shorter notice gets no reminder. */
const MIN_NOTICE_DAYS = 1.5
const REMIND_BEFORE_MS = 24 * 3_600_000

/** Mail subscriptions of specs: who mutes them, and which events their messages contain. */
export function specSubscriptionQueries(scoped: TenantScope): SpecSubscriptionQueries {
  const { projectId } = scoped
  const change = async (key: string, set: string, values: readonly unknown[]) => {
    await scoped.query(
      `insert into spec_subscription (project_id, id, key) values ($1, gen_random_uuid(), $2)
       on conflict (project_id, key) do nothing`,
      [projectId, key],
    )
    await scoped.query(`update spec_subscription set ${set} where project_id = $1 and key = $2`, [
      projectId,
      key,
      ...values,
    ])
  }
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const rows = await readRows(
        scoped,
        z.object({ key: z.string(), muted: z.boolean(), mutedSpecs: z.array(z.string()) }),
        `select key, muted_at is not null as muted, muted_specs as "mutedSpecs" from spec_subscription
         where project_id = $1 and id = $2`,
        [projectId, id],
      )
      return rows[0] ?? null
    },

    async findMuted(key, specId) {
      const rows = await readRows(
        scoped,
        z.object({ all: z.boolean(), spec: z.boolean() }),
        `select muted_at is not null as all, $3::uuid = any(muted_specs) as spec from spec_subscription
         where project_id = $1 and key = $2`,
        [projectId, key, specId],
      )
      return rows[0] ?? { all: false, spec: false }
    },

    muteSpec: (key, specId, muted) =>
      change(
        key,
        `muted_specs = case when $4 then array_append(array_remove(muted_specs, $3::uuid), $3::uuid)
           else array_remove(muted_specs, $3::uuid) end`,
        [specId, muted],
      ),
    muteAll: (key, muted) =>
      change(key, 'muted_at = case when $3 then coalesce(muted_at, clock_timestamp()) end', [muted]),

    async listNotices(messageId) {
      const rows = await readRows(
        scoped,
        z.object({ notice: z.unknown() }),
        `select json_build_object('specId', s.id, 'kind', s.kind, 'number', s.number,
           'event', case when e.id is null then null else json_build_object('id', e.id, 'by', e.actor_name,
             'kind', e.action ->> 'kind', 'feedback', e.action -> 'feedback', 'answer', e.action ->> 'answer',
             'content', e.action -> 'content', 'note', e.action ->> 'note', 'at', ${rowTime('e.at')}) end) as notice
         from spec_notice n join spec s on s.project_id = n.project_id and s.id = n.spec_id
           left join spec_event e on e.project_id = n.project_id and e.id = n.event_id
         where n.project_id = $1 and n.message_id = $2 order by s.kind desc, s.number, e.at, e.id`,
        [projectId, messageId],
      )
      return rows.map(({ notice }) => NoticeRow.parse(notice))
    },

    enqueueMeetingReminders: (at) =>
      scoped.transaction<number>(async (tx) => {
        const rows = await readRows(
          tx,
          z.object({
            specId: z.string(),
            kind: z.enum(['functional', 'design']),
            number: z.number(),
            round: z.number(),
          }),
          `select s.id as "specId", s.kind, s.number, r.number as round
           from spec_round r join spec s on s.project_id = r.project_id and s.id = r.spec_id
           where r.project_id = $1 and s.state = 'in-review' and r.facts ->> 'end' is null
             and r.meeting_at > $2::timestamptz and r.meeting_at <= $3::timestamptz
             and (r.facts ->> 'noticeDays')::double precision >= $4 order by s.id`,
          [projectId, at, new Date(at.getTime() + REMIND_BEFORE_MS), MIN_NOTICE_DAYS],
        )
        for (const { specId, kind, number, round } of rows) {
          const found = await readSpec(tx, projectId, { kind, number })
          const meetingAt = found?.spec.rounds.find((one) => one.number === round)?.meetingAt
          if (found === null || meetingAt === undefined) continue
          const { spec } = found
          const keys = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)
          const occasion = `spec-reminder ${specId} ${meetingAt}`
          const others = keys.filter((key) => /^(person|guest):/.test(key))
          await enqueueSpecMessages(
            tx,
            { projectId, specId },
            { eventId: null, at },
            { kind: 'spec-reminder', keys: others, occasion },
          )
        }
        return { commit: true, answer: rows.length }
      }),
  }
}

const NoticeRow = z.object({
  specId: z.uuid(),
  kind: z.enum(SPEC_KINDS),
  number: z.int(),
  event: z
    .object({
      id: z.uuid(),
      by: z.string(),
      kind: z.string(),
      feedback: z.int().nullable().catch(null),
      answer: z.enum(RESPONSE_KINDS).nullable().catch(null),
      content: z.boolean().nullable().catch(null),
      note: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
})
