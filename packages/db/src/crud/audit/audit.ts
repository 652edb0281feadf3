import { randomUUID } from 'node:crypto'
import type { Statement } from '../../scope/tenant-scope.ts'
import type { Actor, Change } from '../../types.ts'

/** A connection on which a transaction is open: of pg's client, what writing a row needs. */
export type InTransaction = { query(text: string, values: unknown[]): Promise<unknown> }

const INSERT = `
  insert into audit_event (project_id, id, actor_kind, actor_id, actor_name, action, object_kind, object_id,
    object_name, before, after, request_id, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

/** Writes down a change in a project. Call it on the connection of the change: both are stored or neither is. */
export async function writeAudit(client: InTransaction, projectId: string, by: Actor, change: Change): Promise<void> {
  await client.query(INSERT, [projectId, randomUUID(), ...columns(by, change)])
}

/** The same as a step of a batch, which costs no round trip of its own. */
export const auditStep = (projectId: string, by: Actor, change: Change): Statement => ({
  name: 'insert-audit-event',
  text: INSERT,
  values: [projectId, randomUUID(), ...columns(by, change)],
})

/** Writes down a change above projects, or a sign-in; `organizationId` is null where it is of none. */
export async function writeDirectoryEvent(
  client: InTransaction,
  organizationId: string | null,
  by: Actor,
  change: Change,
): Promise<void> {
  await client.query(
    `insert into directory_event (organization_id, id, actor_kind, actor_id, actor_name, action, object_kind, object_id,
       object_name, before, after, request_id, address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [organizationId, randomUUID(), ...columns(by, change)],
  )
}

const columns = (by: Actor, { action, object, before, after }: Change) => [
  by.kind,
  by.id,
  by.name,
  action,
  object.kind,
  object.id,
  object.name,
  before === undefined ? null : JSON.stringify(before),
  after === undefined ? null : JSON.stringify(after),
  by.requestId,
  by.address,
]
