import { randomUUID } from 'node:crypto'
import type { FindingState } from '@assay/domain/findings/finding'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { notifyChannels } from '../notifications/notify-channels.ts'
import { stateColumn } from './finding-rows.ts'

type NewEvent = { findingId: string; kind: string; state: FindingState | null; note: string | null }

/** Stores an event of a finding and its notifications in the transaction of the change. */
export async function addEvent(
  tx: TenantTransaction,
  scoped: Pick<TenantScope, 'projectId' | 'by'>,
  { findingId, kind, state, note }: NewEvent,
): Promise<void> {
  const id = await storeEvent(tx, scoped, { findingId, kind, state, note })
  await notifyChannels(tx, scoped, { id, findingId, kind })
}

async function storeEvent(
  tx: TenantModels,
  { projectId, by }: Pick<TenantScope, 'projectId' | 'by'>,
  { state, ...event }: NewEvent,
): Promise<string> {
  const id = randomUUID()
  const actor = { actorKind: by.kind, actorId: by.id, actorName: by.name }
  const data = { projectId, id, ...actor, ...event, state: state === null ? null : stateColumn(state) }
  await tx.findingEvent.create({ data, select: { id: true } })
  return id
}
