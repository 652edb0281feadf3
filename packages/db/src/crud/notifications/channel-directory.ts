import { randomUUID } from 'node:crypto'
import type { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import { inTransaction, withClient } from '../../transaction.ts'
import type { Actor, Change } from '../../types.ts'
import { type InTransaction, writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import type { ChannelDirectory, OwnedChannel, SealedChannel } from './notification-types.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = `t.id, t.project_id as "projectId", t.user_id as "personId", t.kind, t.name, t.address_shown as shown, t.events,
  t.products, t.hardware, t.directions, t.least, t.quiet, t.weekly, t.time_zone as "timeZone",
  ${time('t.paused_at')} as "pausedAt", t.paused_why as "pausedWhy", t.failures, ${time('t.created_at')} as "createdAt",
  t.created_by_name as "createdBy"`

const ChannelWithProjectRow = NotificationChannel.extend({ project: z.string(), projectName: z.string() })
const SealedRow: z.ZodType<SealedChannel> = NotificationChannel.extend({
  addressSealed: z.string().nullable(),
  secretSealed: z.string().nullable(),
})

/** $1 is the project, $2 the id, $3 the person who owns the channel, or null when the project owns it. */
const OWNED = 't.project_id = $1 and t.id = $2 and t.user_id is not distinct from $3::uuid'

/** Changes of a project's channels are in its audit log; those of a person's own are in the log of their account. */
const writeChannelAudit = (
  client: InTransaction,
  { projectId, personId }: Pick<OwnedChannel, 'projectId' | 'personId'>,
  by: Actor,
  change: Change,
) => (personId === null ? writeAudit(client, projectId, by, change) : writeDirectoryEvent(client, null, by, change))

export function channelDirectory({ pool }: Pick<Connection, 'pool'>): ChannelDirectory {
  const find = async ({ projectId, personId, id }: OwnedChannel): Promise<NotificationChannel | null> => {
    if (!isUuid(id)) return null
    const { rows } = await pool.query(`select ${COLUMNS} from notification_channel t where ${OWNED}`, [
      projectId,
      id,
      personId,
    ])
    return rows.length === 0 ? null : NotificationChannel.parse(rows[0])
  }

  /** Changes one channel and writes the audit event. */
  const change = (channel: OwnedChannel, by: Actor, action: string, set: string, values: unknown[], after?: unknown) =>
    withClient(pool, (client) =>
      inTransaction(client, async () => {
        const owned = [channel.projectId, channel.id, channel.personId]
        if (!isUuid(channel.id)) return { commit: false, answer: false }
        const statement = `${set} returning t.name`
        const [row] = await readRows(client, z.object({ name: z.string() }), statement, [...owned, ...values])
        if (row === undefined) return { commit: false, answer: false }
        const object = { kind: 'target', id: channel.id, name: row.name }
        await writeChannelAudit(client, channel, by, { action, object, ...(after === undefined ? {} : { after }) })
        return { commit: true, answer: true }
      }),
    )

  return {
    async list(projectId) {
      const { rows } = await pool.query(
        `select ${COLUMNS} from notification_channel t where t.project_id = $1 and t.user_id is null order by t.created_at, t.id`,
        [projectId],
      )
      return rows.map((row) => NotificationChannel.parse(row))
    },

    async listOfPerson(personId) {
      const { rows } = await pool.query(
        `select ${COLUMNS}, p.slug as project, p.name as "projectName"
         from notification_channel t join project p on p.id = t.project_id where t.user_id = $1 order by p.slug, t.created_at, t.id`,
        [personId],
      )
      return rows.map((row) => ChannelWithProjectRow.parse(row))
    },

    find,

    async findSealed({ projectId, id }) {
      const { rows } = await pool.query(
        `select ${COLUMNS}, t.address_sealed as "addressSealed", t.secret_sealed as "secretSealed"
         from notification_channel t where t.project_id = $1 and t.id = $2`,
        [projectId, id],
      )
      return rows.length === 0 ? null : SealedRow.parse(rows[0])
    },

    create: (channel, by, max) =>
      withClient(pool, (client) =>
        inTransaction(client, async () => {
          const { projectId, personId, kind, shown, addressSealed, secretSealed, ...options } = channel
          // The lock serializes concurrent inserts, so that two of them do not both pass the limit.
          await client.query("select pg_advisory_xact_lock(hashtextextended('targets ' || $1, 0))", [projectId])
          const rows = await readRows(
            client,
            z.object({ count: z.number() }),
            `select count(*)::int as count from notification_channel t where t.project_id = $1
               and t.user_id is not distinct from $2::uuid`,
            [projectId, personId],
          )
          if ((rows[0]?.count ?? 0) >= max) return { commit: false, answer: null }
          const id = randomUUID()
          const where = [projectId, id, personId, kind, addressSealed, shown, secretSealed, by.name]
          await client.query(INSERT, [...where, ...optionValues(options)])
          const object = { kind: 'target', id, name: options.name }
          const after = { kind, shown, ...options }
          await writeChannelAudit(client, channel, by, { action: 'target.made', object, after })
          return { commit: true, answer: id }
        }),
      ),

    update: (channel, options, by) =>
      change(channel, by, 'target.changed', CHANGE, optionValues(options), { ...options }),
    renewSecret: (channel, secretSealed, by) =>
      change(
        channel,
        by,
        'target.secret-renewed',
        `update notification_channel t set secret_sealed = $4 where ${OWNED}`,
        [secretSealed],
      ),
    pause: (channel, paused, by) =>
      change(
        channel,
        by,
        paused ? 'target.paused' : 'target.resumed',
        `update notification_channel t set paused_at = case when $4 then coalesce(paused_at, current_timestamp) end,
           paused_why = null, failures = 0 where ${OWNED}`,
        [paused],
      ),
    remove: (channel, by) =>
      change(channel, by, 'target.removed', `delete from notification_channel t where ${OWNED}`, []),

    async listManagers(projectId) {
      return readRows(pool, z.object({ name: z.string(), email: z.string() }), MANAGERS, [projectId])
    },

    async findMailAddress(personId) {
      const rows = await readRows(
        pool,
        z.object({ name: z.string(), email: z.string(), verified: z.boolean() }),
        'select name, email, email_verified as verified from app_user where id = $1',
        [personId],
      )
      return rows[0] ?? null
    },

    async findPersonByFeedKey(project, keySha256) {
      const rows = await readRows(
        pool,
        z.object({ personId: z.string() }),
        `select k.user_id as "personId" from feed_key k join project p on p.id = k.project_id
         where p.slug = $1 and k.key_sha256 = $2`,
        [project, keySha256],
      )
      return rows[0]?.personId ?? null
    },

    async listFeedKeys(personId) {
      const rows = await readRows(
        pool,
        z.object({ project: z.string(), projectName: z.string(), createdAt: z.string() }),
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
  insert into notification_channel (project_id, id, user_id, kind, address_sealed, address_shown, secret_sealed, created_by_name,
    name, events, products, hardware, directions, least, quiet, weekly, time_zone)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

const CHANGE = `
  update notification_channel t set name = $4, events = $5, products = $6, hardware = $7, directions = $8, least = $9, quiet = $10,
    weekly = $11, time_zone = $12
  where ${OWNED}`

const optionValues = (options: ChannelOptions) => [
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

/** Owners and maintainers of the project, by name or by their organization; in a private project only owners of it. */
const MANAGERS = `
  select distinct u.name, u.email from app_user u join project p on p.id = $1
    left join project_member n on n.project_id = p.id and n.user_id = u.id
    left join membership m on m.organization_id = p.organization_id and m.user_id = u.id
  where n.role in ('owner', 'maintainer') or m.role = 'owner' or (m.role = 'maintainer' and p.visibility <> 'private')
  order by u.email`
