import path from 'node:path'
import { openDatabase } from '@assay/db/open'
import { createAttachmentStore } from './attachments/attachment-store.ts'
import type { Services } from './services.ts'

/** Opens what the use-cases need: the database and the folder of attachments. */
export function openServices({
  databaseUrl,
  dataDir,
  publicUrl,
}: {
  databaseUrl: string
  dataDir: string
  publicUrl: string
}): Services {
  return {
    db: openDatabase(databaseUrl),
    attachments: createAttachmentStore(path.join(dataDir, 'attachments')),
    now: () => new Date(),
    people: { personOf: async () => null },
    publicUrl: publicUrl.replace(/\/$/, ''),
  }
}
