import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

const DAY_MS = 86_400_000
/** So long the log of messages is kept. */
export const KEPT_DAYS = 30

/** Once a minute: asks for what is due and nobody is at, releases what has been confirmed, and forgets what is old. */
export async function tendMessages({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const project of await db.projects.list()) {
    const { messages } = db.in(scopeOf(project))
    await messages.release()
    await messages.askForDue(at)
    await messages.forget(new Date(at.getTime() - KEPT_DAYS * DAY_MS))
  }
}

/** After a look: what waited for a second run, and has it now, is not kept waiting for the minute to be over. */
export const releaseConfirmed = ({ db }: Pick<Services, 'db'>, projectId: string): Promise<number> =>
  db.in(scopeOf({ id: projectId })).messages.release()
