import { endSessionsOf } from '@assay/api/accounts/end-sessions-of-person'
import type { Settings } from '../start/settings.ts'
import { withServices } from './audit-commands.ts'

/** Signs a person out of every browser. */
export const endSessions = (settings: Settings, email: string): Promise<number> =>
  withServices(settings, async ({ db }) => {
    const done = await endSessionsOf(db, email)
    if (done === null) {
      console.error(`Nobody here has the address ${email}. Use the address of the account.`)
      return 1
    }
    console.log(`${done.name} was signed out of ${done.ended} ${done.ended === 1 ? 'browser' : 'browsers'}.`)
    return 0
  })
