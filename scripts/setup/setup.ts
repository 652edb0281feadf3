// What a first start makes: the public project `demo`, its documents, and a token that may upload to it.
// docs/decisions/020-first-start.md says why. Every part is skipped where it is done already.

import { join } from 'node:path'
import { createAttachmentStore } from '@assay/api/attachments/attachment-store'
import type { Services } from '@assay/api/services'
import { openDatabase } from '@assay/db/open'
import { formatError } from '../lib/plain-error.ts'
import { readSettings } from '../start/settings.ts'
import { loadDemo } from './load-demo.ts'
import { ensureLocalToken } from './local-token.ts'

const { databaseUrl = '', dataDir, demo, port, publicUrl } = readSettings(process.env)
const db = openDatabase(databaseUrl)
try {
  const services: Services = {
    db,
    attachments: createAttachmentStore(join(dataDir, 'attachments')),
    now: () => new Date(),
    publicUrl: publicUrl ?? `http://localhost:${port}`,
  }
  const project = await db.projects.ensure({
    organization: 'assay',
    slug: 'demo',
    name: 'Demo',
    description: 'Figures of published benchmark results, each with its source. Push your own runs beside them.',
    visibility: 'public',
  })
  await ensureLocalToken({ db, project, dataDir })
  if (demo) await loadDemo({ services, project, dataDir })
} catch (error) {
  console.error(formatError(error))
  process.exitCode = 1
} finally {
  await db.close()
}
