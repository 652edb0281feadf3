import { scopeOf } from '@assay/db/open'
import { digestWeek } from '@assay/domain/notifications/digest-week'
import { confirmHeldFindings } from '../run-requests/confirm-held-findings.ts'
import type { Services } from '../services.ts'

const DAY_MS = 86_400_000
/** Days after which finished messages are deleted. */
const MESSAGE_RETENTION_DAYS = 30

/**
 * Runs once a minute: enqueues weekly digests and reminders, releases confirmed messages, requests runs that confirm held
 * ones, retries due ones, deletes old ones.
 */
export async function processOutbox({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const project of await db.projects.list()) {
    const { messages, specSubscriptions } = db.in(scopeOf(project))
    await messages.releaseConfirmed()
    await confirmHeldFindings({ db }, project.id)
    await specSubscriptions.enqueueMeetingReminders(at)
    for (const { id, timeZone, createdAt } of await messages.listWeeklyChannels()) {
      const week = digestWeek(at, timeZone)
      // A channel that was created this week gets its first digest next week.
      if (digestWeek(new Date(createdAt), timeZone) >= week) continue
      await messages.enqueue({ channelId: id, kind: 'digest', occasion: `digest ${week}` })
    }
    await messages.enqueueDueJobs(at)
    await messages.deleteOld(new Date(at.getTime() - MESSAGE_RETENTION_DAYS * DAY_MS))
  }
}

/** Releases confirmed messages right after a scan, so that they do not wait for the next minute. */
export const releaseConfirmed = ({ db }: Pick<Services, 'db'>, projectId: string): Promise<number> =>
  db.in(scopeOf({ id: projectId })).messages.releaseConfirmed()
