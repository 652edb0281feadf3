import type { Spec } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { readSpec, specNumber } from '../specs/spec-rows.ts'
import { enqueueSpecMessages } from './notify-spec-subscribers.ts'

/** Minimum notice of a meeting with a reminder. */
const MIN_NOTICE_DAYS = 1.5
const REMIND_BEFORE_MS = 24 * 3_600_000

/**
 * Enqueues one reminder of each upcoming meeting to authors and reviewers of its spec.
 *
 * @returns the number of meetings.
 */
export const enqueueMeetingReminders = ({ projectId, prisma }: TenantScope, at: Date): Promise<number> =>
  prisma.$transaction(async (tx) => {
    const meetings = await listNearMeetings(tx, projectId, at)
    for (const { specId, spec, number } of meetings) {
      const found = await readSpec(tx, projectId, specNumber(spec))
      const meetingAt = found?.spec.rounds.find((round) => round.number === number)?.meetingAt
      if (found === null || meetingAt === undefined) continue
      const reminder = {
        kind: 'spec-reminder',
        keys: keysOf(found.spec),
        occasion: `spec-reminder ${specId} ${meetingAt}`,
      }
      await enqueueSpecMessages(tx, { projectId, specId }, { eventId: null, at }, reminder)
    }
    return meetings.length
  })

const Facts = z.object({ noticeDays: z.number(), end: z.string().nullable() })

async function listNearMeetings(tx: TenantTransaction, projectId: string, at: Date) {
  const meetingAt = { gt: at, lte: new Date(at.getTime() + REMIND_BEFORE_MS) }
  const rounds = await tx.specRound.findMany({
    where: { projectId, meetingAt, spec: { state: 'in-review' } },
    select: { specId: true, number: true, facts: true, spec: { select: { kind: true, number: true } } },
    orderBy: { specId: 'asc' },
  })
  return rounds.filter(({ facts }) => {
    const { noticeDays, end } = Facts.parse(facts)
    return end === null && noticeDays >= MIN_NOTICE_DAYS
  })
}

/** Keys of authors and reviewers with an account or a link. */
const keysOf = ({ owner, coAuthors, readers }: Spec): string[] =>
  [owner, ...coAuthors, ...readers.map(({ who }) => who)]
    .map(({ key }) => key)
    .filter((key) => /^(person|guest):/.test(key))
