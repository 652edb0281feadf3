import path from 'node:path'
import { createAttachmentStore } from '@assay/api/attachments/attachment-store'
import type { Services } from '@assay/api/services'
import { openDatabase } from '@assay/db/open'
import { readEnvironment } from '../env.ts'

// Next bundles pages and route handlers apart, so a module variable would open one pool for each of them.
declare global {
  var assayServices: Promise<Services> | undefined
}

/** Database and attachments of this process, opened by the first request that needs them. */
export function services(): Promise<Services> {
  globalThis.assayServices ??= open().catch((error: unknown) => {
    globalThis.assayServices = undefined // The next request tries again: the database may only be starting.
    throw error
  })
  return globalThis.assayServices
}

async function open(): Promise<Services> {
  const environment = readEnvironment()
  return {
    db: await openDatabase(environment.DATABASE_URL),
    attachments: createAttachmentStore(path.join(environment.ASSAY_DATA_DIR, 'attachments')),
    now: () => new Date(),
    publicUrl: (environment.ASSAY_PUBLIC_URL ?? `http://localhost:${environment.PORT}`).replace(/\/$/, ''),
  }
}
