import { z } from 'zod'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import type { SpecKey } from './spec-types.ts'

// Checks of a stored record that its seal does not make: columns that repeat values of the sealed content, and the
// audit log, whose events are chained and signed on their own and name the links of the seal.

/** Lists rows whose columns differ from the content that they repeat, as paths of the sealed values. */
export async function listRowProblems(tx: TenantTransaction, { projectId, specId }: SpecKey): Promise<string[]> {
  const rows = await tx.$queryRaw<unknown[]>`
    with feedback as (
      select * from spec_feedback where project_id = ${projectId}::uuid and spec_id = ${specId}::uuid)
    select '/spec' as path from spec
      where project_id = ${projectId}::uuid and id = ${specId}::uuid and revision <> (
        select max(number) from spec_revision
        where project_id = ${projectId}::uuid and spec_id = ${specId}::uuid)
    union all
    select '/rounds/' || number from spec_round
      where project_id = ${projectId}::uuid and spec_id = ${specId}::uuid
        and (facts ->> 'number' <> number::text or (facts ->> 'meetingAt')::timestamptz <> meeting_at)
    union all
    select '/feedback/' || number from feedback
      where facts ->> 'number' <> number::text or facts -> 'giver' ->> 'key' <> author_key
    union all
    select '/feedback/' || feedback.number || '/responses/' || response.number
      from feedback join spec_response response
        on response.project_id = feedback.project_id and response.feedback_id = feedback.id
      where response.facts ->> 'number' <> response.number::text or response.facts ->> 'kind' <> response.kind
        or (response.facts ->> 'carriedBy')::int is distinct from response.done_in_revision
    order by path`
  return z
    .array(z.object({ path: z.string() }))
    .parse(rows)
    .map(({ path }) => path)
}

/** The hash of the newest link of the seal of a spec that the audit log has; null when the log has none. */
export async function findRecordedSeal(from: TenantModels, { projectId, specId }: SpecKey): Promise<string | null> {
  const event = await from.auditEvent.findFirst({
    where: { projectId, objectId: specId, objectKind: 'spec', after: { path: ['seal'], string_starts_with: '' } },
    select: { after: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  return event === null ? null : z.object({ seal: z.string() }).parse(event.after).seal
}
