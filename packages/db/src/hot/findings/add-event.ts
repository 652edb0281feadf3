import { randomUUID } from 'node:crypto'
import type { FindingState } from '@assay/domain/findings/finding'
import { notifyChannels } from '../../crud/notifications/notify-channels.ts'
import type { Statements } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'

/** Stores an event of a finding and its notifications, in the transaction of the change. */
export async function addEvent(
  tx: Statements,
  scoped: TenantScope,
  event: { findingId: string; kind: string; state: FindingState | null; note: string | null },
): Promise<void> {
  const { projectId, by } = scoped
  const id = randomUUID()
  await tx.query(
    `insert into finding_event (project_id, id, finding_id, actor_kind, actor_id, actor_name, kind, state, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [projectId, id, event.findingId, by.kind, by.id, by.name, event.kind, event.state, event.note],
  )
  await notifyChannels(tx, scoped, { id, findingId: event.findingId, kind: event.kind })
}
