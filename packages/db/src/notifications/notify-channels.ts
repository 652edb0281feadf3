import { randomUUID } from 'node:crypto'
import { StoredFinding } from '@assay/domain/findings/stored-finding'
import { type Wanted, wantsToHear } from '@assay/domain/notifications/match-subscription'
import { toldEvent } from '@assay/domain/notifications/notification-event'
import { FINDING } from '../findings/finding-json.ts'
import type { Statements, TenantScope } from '../scope/tenant-scope.ts'
import { type HearingTarget, LISTENING } from './active-channels.ts'
import { sendOrGather } from './send-or-summarize.ts'

/**
 * Writes a message to everybody who wants to hear of what was done with a finding, in the transaction in which it is
 * done: both are stored or neither is. Each occasion is said to a target once; finding the same again is no occasion.
 */
export async function tellTargets(
  tx: Statements,
  { projectId, by }: TenantScope,
  event: { id: string; findingId: string; kind: string },
): Promise<void> {
  const told = toldEvent(event.kind)
  if (told === null) return
  const { rows: targets } = await tx.query<HearingTarget>(LISTENING, [projectId])
  // Nobody is told what they did themselves.
  const others = targets.filter(({ personId }) => personId === null || personId !== by.id)
  if (others.length === 0) return
  const { rows } = await tx.query<{ found: unknown }>(
    `select ${FINDING} as found from finding where project_id = $1 and id = $2`,
    [projectId, event.findingId],
  )
  if (rows[0] === undefined) return
  const finding = StoredFinding.parse(rows[0].found)
  const occasion = told === 'found' ? `found ${event.findingId}` : `event ${event.id}`
  for (const target of others) {
    const wanted = wantsToHear(target, told, finding)
    if (wanted === 'no') continue
    const id = randomUUID()
    const { rows: made } = await tx.query<{ state: string }>(INSERT, [
      projectId,
      id,
      target.id,
      event.kind,
      event.findingId,
      event.id,
      occasion,
      STATE[wanted],
    ])
    if (made[0]?.state === 'waiting') await sendOrGather(tx, projectId, { id, targetId: target.id })
  }
}

const STATE: Record<Exclude<Wanted, 'no'>, string> = { now: 'waiting', held: 'held' }

const INSERT = `
  insert into message (project_id, id, target_id, kind, finding_id, event_id, occasion, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (project_id, target_id, occasion) do nothing returning state`
