import path from 'node:path'
import { openDatabase } from '@assay/db/open'
import { createAttachmentStore } from './attachments/attachment-store.ts'
import { readLimits } from './http/limit-rules.ts'
import { RateLimiter } from './http/rate-limit.ts'
import type { Services } from './services.ts'

/** Opens what the use-cases need: the database and the folder of attachments. */
export function openServices({
  databaseUrl,
  dataDir,
  publicUrl,
  limits = '',
}: {
  databaseUrl: string
  dataDir: string
  publicUrl: string
  /** ASSAY_LIMITS, as `readLimits` reads it. */
  limits?: string
}): Services {
  const db = openDatabase(databaseUrl)
  return {
    db,
    attachments: createAttachmentStore(path.join(dataDir, 'attachments')),
    now: () => new Date(),
    limits: new RateLimiter(db.limits, readLimits(limits)),
    people: { personOf: async () => null },
    publicUrl: publicUrl.replace(/\/$/, ''),
  }
}
