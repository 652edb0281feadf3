import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openServices } from '@assay/api/open-services'
import type { Services } from '@assay/api/services'
import { environmentVariables, readEnvironment } from '../env.ts'

// Next bundles pages and route handlers separately, so a module variable would open one pool for each of them. The
// server of `npm start` sets this variable before they are loaded (scripts/serve/serve.ts).
declare global {
  var assayServices: Promise<Services> | undefined
}

/** Database and attachments of this process, opened by the first request that needs them. */
export function services(): Promise<Services> {
  globalThis.assayServices ??= open().catch((error: unknown) => {
    globalThis.assayServices = undefined // The next request tries again, because the database may still be starting.
    throw error
  })
  return globalThis.assayServices
}

async function open(): Promise<Services> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, ASSAY_DATA_DIR, ASSAY_PUBLIC_URL, ASSAY_LIMITS, ASSAY_QUOTAS, PORT } =
    readEnvironment()
  return openServices({
    databaseUrl: DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    dataDir: ASSAY_DATA_DIR,
    publicUrl: ASSAY_PUBLIC_URL ?? `http://localhost:${PORT}`,
    limits: ASSAY_LIMITS,
    quotas: ASSAY_QUOTAS,
    accounts: readAccountSettings(environmentVariables()),
  })
}
