import { SERVER } from '@assay/db/open'
import type { Settings } from '../start/settings.ts'
import { withServices } from './audit-commands.ts'

/** Removes the authenticator app and the recovery codes of a person, whose password then suffices. */
export const resetSecondFactor = (settings: Settings, email: string): Promise<number> =>
  withServices(settings, async ({ db }) => {
    const person = await db.accounts.findByEmail(email.toLowerCase())
    if (person === null) {
      console.error(`Nobody here has the address ${email}. Use the address of the account.`)
      return 1
    }
    const isRemoved = await db.accounts.removeTotp(person.id, SERVER)
    console.log(isRemoved ? `${person.name} signs in without a code now.` : `${person.name} has no authenticator app.`)
    return 0
  })
