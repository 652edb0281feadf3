import { openServices } from '@assay/api/open-services'
import type { Settings } from '../start/settings.ts'
import { withRunningDatabase } from './with-database.ts'

/** Records the current secret as the one that the database was used with. */
export function acceptSecret(settings: Settings): Promise<number> {
  return withRunningDatabase(settings, async ({ url, where }) => {
    const { db, secretFingerprint } = openServices({
      databaseUrl: url,
      dataDir: settings.dataDir,
      publicUrl: 'http://localhost',
      accounts: settings.accounts,
    })
    try {
      await db.server.acceptSecret(secretFingerprint)
    } finally {
      await db.close()
    }
    console.log(`${where} accepts the present secret. Sessions, tokens and webhooks of the earlier secret are void.`)
    return 0
  })
}
