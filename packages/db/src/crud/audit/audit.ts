import { randomUUID } from 'node:crypto'
import type { Statement } from '../../scope/statements.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import { toJson } from '../../scope/to-json.ts'
import type { Actor, Change } from '../../types.ts'

const insertSql = ({ events, owner }: AuditTable) => `
  insert into ${events} (${owner}, id, actor_kind, actor_id, actor_name, action, object_kind, object_id,
    object_name, before, after, request_id, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

const INSERT = insertSql({ events: 'audit_event', owner: 'project_id' })

/** A table of audit events, and its column for the owner of a log. */
export type AuditTable = { events: string; owner: string }

/** The statement that records a change in either table; `ownerId` is null for events of the server. */
export const insertAudit = (table: AuditTable, ownerId: string | null, by: Actor, change: Change): Statement => ({
  text: insertSql(table),
  values: [ownerId, randomUUID(), ...columns(by, change)],
})

/** Records a change in a project. Call it in the transaction of the change, so that both are stored or neither is. */
export async function writeAudit(
  tx: Pick<Transaction, 'auditEvent'>,
  projectId: string,
  by: Actor,
  change: Change,
): Promise<void> {
  await tx.auditEvent.create({ data: { projectId, ...row(by, change) }, select: { id: true } })
}

/** The statement that records a change, for the batch of an upload. */
export const auditStep = (projectId: string, by: Actor, change: Change): Statement => ({
  name: 'insert-audit-event',
  text: INSERT,
  values: [projectId, randomUUID(), ...columns(by, change)],
})

/** Records a sign-in or a change outside projects; `organizationId` is null for events of no organization. */
export async function writeDirectoryEvent(
  tx: Pick<Transaction, 'directoryEvent'>,
  organizationId: string | null,
  by: Actor,
  change: Change,
): Promise<void> {
  await tx.directoryEvent.create({ data: { organizationId, ...row(by, change) }, select: { id: true } })
}

const row = (by: Actor, { action, object, before, after }: Change) => ({
  id: randomUUID(),
  actorKind: by.kind,
  actorId: by.id,
  actorName: by.name,
  action,
  objectKind: object.kind,
  objectId: object.id,
  objectName: object.name,
  before: toJson(before),
  after: toJson(after),
  requestId: by.requestId,
  address: by.address,
})

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
