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
 * Enqueues one reminder of each upcoming meeting, and of each end of a comment period, to authors and reviewers of its
 * spec.
 *
 * @returns the number of dates.
 */
export const enqueueMeetingReminders = ({ projectId, prisma }: TenantScope, at: Date): Promise<number> =>
  prisma.$transaction(async (tx) => {
    const dates = await listNearDates(tx, projectId, at)
    for (const { specId, spec, date } of dates) {
      const found = await readSpec(tx, projectId, specNumber(spec))
      if (found === null) continue
      const reminder = { kind: 'spec-reminder', keys: keysOf(found.spec), occasion: `spec-reminder ${specId} ${date}` }
      await enqueueSpecMessages(tx, { projectId, specId }, { eventId: null, at }, reminder)
    }
    return dates.length
  })

const Facts = z.object({
  noticeDays: z.number(),
  end: z.string().nullable(),
  meetingAt: z.string(),
  commentsUntil: z.string().optional(),
})

/** Meetings and ends of comment periods within a day. */
async function listNearDates(tx: TenantTransaction, projectId: string, at: Date) {
  const until = at.getTime() + REMIND_BEFORE_MS
  const isNear = (date: string) => Date.parse(date) > at.getTime() && Date.parse(date) <= until
  const rounds = await tx.specRound.findMany({
    // A comment period ends before its meeting, which may be weeks later.
    where: { projectId, meetingAt: { gt: at }, spec: { state: 'in-review' } },
    select: { specId: true, facts: true, spec: { select: { kind: true, number: true } } },
    orderBy: { specId: 'asc' },
  })
  return rounds.flatMap(({ specId, spec, facts }) => {
    const { noticeDays, end, meetingAt, commentsUntil = meetingAt } = Facts.parse(facts)
    if (end !== null || noticeDays < MIN_NOTICE_DAYS) return []
    return [commentsUntil, meetingAt]
      .filter(isNear)
      .slice(0, 1)
      .map((date) => ({ specId, spec, date }))
  })
}

/** Keys of authors and reviewers with an account or a link. */
const keysOf = ({ owner, coAuthors, readers }: Spec): string[] =>
  [owner, ...coAuthors, ...readers.map(({ who }) => who)]
    .map(({ key }) => key)
    .filter((key) => /^(person|guest):/.test(key))
