import { scopeOf } from '@assay/db/open'
import { digestWeek } from '@assay/domain/notifications/digest-week'
import type { Services } from '../services.ts'

const DAY_MS = 86_400_000
/** So long the log of messages is kept. */
export const KEPT_DAYS = 30

/** Once a minute: says that a week is over, asks for what is due and nobody is at, releases what has been confirmed, and forgets what is old. */
export async function tendMessages({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const project of await db.projects.list()) {
    const { messages, listeners } = db.in(scopeOf(project))
    await messages.release()
    await listeners.remind(at)
    for (const { id, timeZone, createdAt } of await messages.weekly()) {
      const week = digestWeek(at, timeZone)
      // A target that was made this week hears of the next one first.
      if (digestWeek(new Date(createdAt), timeZone) >= week) continue
      await messages.say({ targetId: id, kind: 'digest', occasion: `digest ${week}` })
    }
    await messages.askForDue(at)
    await messages.forget(new Date(at.getTime() - KEPT_DAYS * DAY_MS))
  }
}

/** After a look: what waited for a second run, and has it now, is not kept waiting for the minute to be over. */
export const releaseConfirmed = ({ db }: Pick<Services, 'db'>, projectId: string): Promise<number> =>
  db.in(scopeOf({ id: projectId })).messages.release()
