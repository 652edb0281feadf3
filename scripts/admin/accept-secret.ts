import { auditLogs } from '@assay/api/audit/chain-audit-logs'
import type { Settings } from '../start/settings.ts'
import { withServices } from './audit-commands.ts'

/** Records the current secret as the one that the database was used with. */
export const acceptSecret = (settings: Settings): Promise<number> =>
  withServices(settings, async (services) => {
    const { db, secretFingerprint, auditSigner } = services
    await db.server.acceptSecret(secretFingerprint)
    for await (const { chain } of auditLogs(services)) {
      await chain.append(auditSigner, { all: true, acceptUnknown: true })
    }
    console.log(
      'The database accepts the present secret. Sessions, tokens and webhooks of the earlier secret are void, and every audit log states the change.',
    )
    return 0
  })
