import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { AuditEvent, AuditPage, AuditQuery } from '../../types.ts'

/** A source of rows: the scope of a project, or the pool for tables above projects. */
type Queryable = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** The table of an audit log, and the column that identifies its owner. */
export type AuditTable =
  | { table: 'audit_event'; owner: 'project_id' }
  | { table: 'directory_event'; owner: 'organization_id' }

export const PROJECT_AUDIT: AuditTable = { table: 'audit_event', owner: 'project_id' }
export const ORGANIZATION_AUDIT: AuditTable = { table: 'directory_event', owner: 'organization_id' }

/** The columns of `EventRow`. */
export const EVENT_COLUMNS = `
  id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_kind, actor_id, actor_name,
  action, object_kind, object_id, object_name, before, after, request_id, address`

/** Reads one page of an audit log. The cursor contains the time and id of the last event of the previous page. */
export async function readAudit(
  client: Queryable,
  { table, owner }: AuditTable,
  ownerId: string,
  { filters, after, limit }: AuditQuery,
): Promise<AuditPage> {
  const [at = null, id = null] = readCursor(after)
  const { who, what, object, from, until } = filters
  const { rows } = await client.query(
    `select ${EVENT_COLUMNS}
     from ${table}
     where ${owner} = $1
       and ($2::timestamptz is null or (at, id) < ($2::timestamptz, $3::uuid))
       and ($4::text is null or strpos(lower(actor_name), lower($4)) > 0)
       and ($5::text is null or starts_with(action, $5))
       and ($6::text is null or strpos(lower(object_name), lower($6)) > 0)
       and ($7::timestamptz is null or at >= $7::timestamptz)
       and ($8::timestamptz is null or at < $8::timestamptz)
     order by at desc, id desc limit $9`,
    [ownerId, at, id, who ?? null, what ?? null, object ?? null, from ?? null, until ?? null, limit + 1],
  )
  const events = rows.slice(0, limit).map((row) => asEvent(EventRow.parse(row)))
  const last = events.at(-1)
  return { events, next: rows.length > limit && last !== undefined ? `${last.at}_${last.id}` : null }
}

/** Parses a cursor. An invalid cursor starts from the beginning. */
function readCursor(cursor: string | null): string[] {
  const [at = '', id = ''] = cursor?.split('_') ?? []
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) && isUuid(id) ? [at, id] : []
}

export const EventRow = z.object({
  id: z.string(),
  at: z.string(),
  actor_kind: z.enum(['person', 'token', 'guest', 'server']),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  object_kind: z.string(),
  object_id: z.string().nullable(),
  object_name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
})

export const asEvent = (row: z.infer<typeof EventRow>): AuditEvent => ({
  id: row.id,
  at: row.at,
  by: {
    kind: row.actor_kind,
    id: row.actor_id,
    name: row.actor_name,
    requestId: row.request_id,
    address: row.address,
  },
  action: row.action,
  object: { kind: row.object_kind, id: row.object_id, name: row.object_name },
  before: row.before ?? null,
  after: row.after ?? null,
})
