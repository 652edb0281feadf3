import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asFinding, asFindingEvent } from '../findings/finding-rows.ts'
import type { ClaimedSubject } from './notification-types.ts'

/** Maximum time that a message waits for a new scan, because an excluded result may not belong to its finding. */
const SCAN_MS = 120_000

type Referring = { findingId: string | null; eventId: string | null }

/** The finding and event of a message; null if the finding was removed or is no longer active. */
export const findSubject = ({ projectId, prisma }: TenantScope, id: string, at: Date): Promise<ClaimedSubject | null> =>
  prisma.$transaction(async (tx) => {
    const where = { projectId_id: { projectId, id } }
    const message = await tx.message.findUnique({ where, select: { findingId: true, eventId: true } })
    if (message === null) return null
    const [subject] = await readSubjects(tx, projectId, [message], at)
    return subject ?? null
  })

/** Lists the subjects of the messages in a summary whose findings are still active, largest effect first. */
export const listSummarized = ({ projectId, prisma }: TenantScope, id: string, at: Date) =>
  prisma.$transaction(async (tx) => {
    const messages = await tx.message.findMany({
      where: { projectId, summaryMessageId: id },
      select: { kind: true, findingId: true, eventId: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    const subjects = await readSubjects(tx, projectId, messages, at)
    return subjects.sort((a, b) => b.effect - a.effect)
  })

/** Reads one subject for each message whose finding is active, in the order of the messages. */
async function readSubjects<M extends Referring>(
  tx: TenantTransaction,
  projectId: string,
  messages: readonly M[],
  at: Date,
): Promise<(Omit<M, keyof Referring> & ClaimedSubject & { effect: number })[]> {
  const ids = messages.flatMap(({ findingId }) => findingId ?? [])
  const eventIds = messages.flatMap(({ eventId }) => eventId ?? [])
  const found = await tx.finding.findMany({ where: { projectId, id: { in: ids }, active: true } })
  const happened = await tx.findingEvent.findMany({ where: { projectId, id: { in: eventIds } } })
  const findings = new Map(found.map((row) => [row.id, row]))
  const events = new Map(happened.map((row) => [row.id, asFindingEvent(row)]))
  const unscanned = await findUnscanned(tx, projectId, ids, new Date(at.getTime() - SCAN_MS))
  return messages.flatMap(({ findingId, eventId, ...rest }) => {
    const row = findings.get(findingId ?? '')
    if (row === undefined) return []
    const event = events.get(eventId ?? '') ?? null
    return [{ ...rest, effect: row.effect, finding: asFinding(row), event, needsScan: unscanned.has(row.id) }]
  })
}

/** Finds findings with a run or a result that was excluded since a time, so that a scan may change them. */
async function findUnscanned(tx: TenantTransaction, projectId: string, ids: readonly string[], since: Date) {
  const rows = await readRows(
    tx,
    z.object({ id: z.string() }),
    `select f.id from finding f where f.project_id = $1 and f.id = any($2::uuid[]) and exists (
       select from jsonb_array_elements(f.facts -> 'changes') c,
         jsonb_array_elements_text((c -> 'runIds') || (c -> 'baseRunIds')) r
         join invalidation i on i.project_id = $1 and i.run_id = r.value::uuid and i.withdrawn_at is null
           and (i.result_id is null or i.made_at > $3::timestamptz))`,
    [projectId, ids, since],
  )
  return new Set(rows.map(({ id }) => id))
}
