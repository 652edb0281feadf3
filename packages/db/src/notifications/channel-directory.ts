import { randomUUID } from 'node:crypto'
import type { TargetOptions } from '@assay/domain/notifications/channel-options'
import { TellingTarget } from '@assay/domain/notifications/notification-channel'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { type InTransaction, writeAudit, writeDirectoryEvent } from '../crud/audit/audit.ts'
import { isUuid } from '../is-uuid.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { Actor, Change } from '../types.ts'
import type { OwnedTarget, SealedTarget, TellingDirectory } from './notification-types.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = `t.id, t.project_id as "projectId", t.user_id as "personId", t.kind, t.name, t.address_shown as shown, t.events,
  t.products, t.hardware, t.directions, t.least, t.quiet, t.weekly, t.time_zone as "timeZone",
  ${time('t.paused_at')} as "pausedAt", t.paused_why as "pausedWhy", t.failures, ${time('t.created_at')} as "createdAt",
  t.created_by_name as "createdBy"`

const TargetRowWithProject = TellingTarget.extend({ project: z.string(), projectName: z.string() })
const SealedRow: z.ZodType<SealedTarget> = TellingTarget.extend({
  addressSealed: z.string().nullable(),
  secretSealed: z.string().nullable(),
})

/** $1 project, $2 id, $3 whose own it is, or null for the project's. */
const OWNED = 't.project_id = $1 and t.id = $2 and t.user_id is not distinct from $3::uuid'

/** A project's targets are in its trail; a person's own are nobody else's business, and stand with what they do to their account. */
const writeDown = (
  client: InTransaction,
  { projectId, personId }: Pick<OwnedTarget, 'projectId' | 'personId'>,
  by: Actor,
  change: Change,
) => (personId === null ? writeAudit(client, projectId, by, change) : writeDirectoryEvent(client, null, by, change))

export function tellingDirectory({ pool }: Pick<Connection, 'pool'>): TellingDirectory {
  const find = async ({ projectId, personId, id }: OwnedTarget): Promise<TellingTarget | null> => {
    if (!isUuid(id)) return null
    const { rows } = await pool.query(`select ${COLUMNS} from telling_target t where ${OWNED}`, [
      projectId,
      id,
      personId,
    ])
    return rows.length === 0 ? null : TellingTarget.parse(rows[0])
  }

  /** Changes one target, and writes down who did. */
  const change = (target: OwnedTarget, by: Actor, action: string, set: string, values: unknown[], after?: unknown) =>
    withClient(pool, (client) =>
      inTransaction(client, async () => {
        const owned = [target.projectId, target.id, target.personId]
        if (!isUuid(target.id)) return { commit: false, answer: false }
        const { rows } = await client.query<{ name: string }>(`${set} returning t.name`, [...owned, ...values])
        const [row] = rows
        if (row === undefined) return { commit: false, answer: false }
        const object = { kind: 'target', id: target.id, name: row.name }
        await writeDown(client, target, by, { action, object, ...(after === undefined ? {} : { after }) })
        return { commit: true, answer: true }
      }),
    )

  return {
    async list(projectId) {
      const { rows } = await pool.query(
        `select ${COLUMNS} from telling_target t where t.project_id = $1 and t.user_id is null order by t.created_at, t.id`,
        [projectId],
      )
      return rows.map((row) => TellingTarget.parse(row))
    },

    async listOf(personId) {
      const { rows } = await pool.query(
        `select ${COLUMNS}, p.slug as project, p.name as "projectName"
         from telling_target t join project p on p.id = t.project_id where t.user_id = $1 order by p.slug, t.created_at, t.id`,
        [personId],
      )
      return rows.map((row) => TargetRowWithProject.parse(row))
    },

    find,

    async open({ projectId, id }) {
      const { rows } = await pool.query(
        `select ${COLUMNS}, t.address_sealed as "addressSealed", t.secret_sealed as "secretSealed"
         from telling_target t where t.project_id = $1 and t.id = $2`,
        [projectId, id],
      )
      return rows.length === 0 ? null : SealedRow.parse(rows[0])
    },

    make: (target, by, most) =>
      withClient(pool, (client) =>
        inTransaction(client, async () => {
          const { projectId, personId, kind, shown, addressSealed, secretSealed, ...options } = target
          // One after the other, so that two at once do not both find room.
          await client.query("select pg_advisory_xact_lock(hashtextextended('targets ' || $1, 0))", [projectId])
          const { rows } = await client.query<{ count: number }>(
            `select count(*)::int as count from telling_target t where t.project_id = $1
               and t.user_id is not distinct from $2::uuid`,
            [projectId, personId],
          )
          if ((rows[0]?.count ?? 0) >= most) return { commit: false, answer: null }
          const id = randomUUID()
          const where = [projectId, id, personId, kind, addressSealed, shown, secretSealed, by.name]
          await client.query(INSERT, [...where, ...optionValues(options)])
          const object = { kind: 'target', id, name: options.name }
          const after = { kind, shown, ...options }
          await writeDown(client, target, by, { action: 'target.made', object, after })
          return { commit: true, answer: id }
        }),
      ),

    change: (target, options, by) =>
      change(target, by, 'target.changed', CHANGE, optionValues(options), { ...options }),
    renewSecret: (target, secretSealed, by) =>
      change(target, by, 'target.secret-renewed', `update telling_target t set secret_sealed = $4 where ${OWNED}`, [
        secretSealed,
      ]),
    pause: (target, paused, by) =>
      change(
        target,
        by,
        paused ? 'target.paused' : 'target.resumed',
        `update telling_target t set paused_at = case when $4 then coalesce(paused_at, current_timestamp) end,
           paused_why = null, failures = 0 where ${OWNED}`,
        [paused],
      ),
    remove: (target, by) => change(target, by, 'target.removed', `delete from telling_target t where ${OWNED}`, []),

    async managers(projectId) {
      const { rows } = await pool.query<{ name: string; email: string }>(MANAGERS, [projectId])
      return rows
    },

    async addressOf(personId) {
      const { rows } = await pool.query<{ name: string; email: string; verified: boolean }>(
        'select name, email, email_verified as verified from app_user where id = $1',
        [personId],
      )
      return rows[0] ?? null
    },

    async personOfKey(project, keySha256) {
      const { rows } = await pool.query<{ personId: string }>(
        `select k.user_id as "personId" from feed_key k join project p on p.id = k.project_id
         where p.slug = $1 and k.key_sha256 = $2`,
        [project, keySha256],
      )
      return rows[0]?.personId ?? null
    },

    async feedKeys(personId) {
      const { rows } = await pool.query<{ project: string; projectName: string; createdAt: string }>(
        `select p.slug as project, p.name as "projectName", ${time('k.created_at')} as "createdAt"
         from feed_key k join project p on p.id = k.project_id where k.user_id = $1 order by p.slug`,
        [personId],
      )
      return rows
    },

    setFeedKey: ({ projectId, personId, keySha256 }, by) =>
      withClient(pool, (client) =>
        inTransaction(client, async () => {
          await client.query(
            `insert into feed_key (project_id, id, user_id, key_sha256) values ($1, $2, $3, $4)
             on conflict (project_id, user_id) do update set key_sha256 = excluded.key_sha256, created_at = current_timestamp`,
            [projectId, randomUUID(), personId, keySha256],
          )
          const object = { kind: 'feed-key', id: personId, name: by.name }
          await writeDirectoryEvent(client, null, by, { action: 'feed-key.made', object })
          return { commit: true, answer: undefined }
        }),
      ),

    removeFeedKey: ({ projectId, personId }, by) =>
      withClient(pool, (client) =>
        inTransaction(client, async () => {
          const { rowCount } = await client.query('delete from feed_key where project_id = $1 and user_id = $2', [
            projectId,
            personId,
          ])
          if (rowCount !== 1) return { commit: false, answer: false }
          const object = { kind: 'feed-key', id: personId, name: by.name }
          await writeDirectoryEvent(client, null, by, { action: 'feed-key.removed', object })
          return { commit: true, answer: true }
        }),
      ),
  }
}

const INSERT = `
  insert into telling_target (project_id, id, user_id, kind, address_sealed, address_shown, secret_sealed, created_by_name,
    name, events, products, hardware, directions, least, quiet, weekly, time_zone)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

const CHANGE = `
  update telling_target t set name = $4, events = $5, products = $6, hardware = $7, directions = $8, least = $9, quiet = $10,
    weekly = $11, time_zone = $12
  where ${OWNED}`

const optionValues = (options: TargetOptions) => [
  options.name,
  options.events,
  options.products,
  options.hardware,
  options.directions,
  options.least,
  options.quiet,
  options.weekly,
  options.timeZone,
]

/** Who may manage the project: named on it, or by the organization, which in a private one only owners may. */
const MANAGERS = `
  select distinct u.name, u.email from app_user u join project p on p.id = $1
    left join project_member n on n.project_id = p.id and n.user_id = u.id
    left join membership m on m.organization_id = p.organization_id and m.user_id = u.id
  where n.role in ('owner', 'maintainer') or m.role = 'owner' or (m.role = 'maintainer' and p.visibility <> 'private')
  order by u.email`
