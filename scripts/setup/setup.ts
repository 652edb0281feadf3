// The first start creates the public project `demo`, its documents, and a token for uploads;
// docs/decisions/020-first-start.md gives the reasons. Each step is skipped when it was done before.

import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openServices } from '@assay/api/open-services'
import { formatError } from '../lib/plain-error.ts'
import { lowerSessions } from '../serve/lower-sessions.ts'
import { readSettings } from '../start/settings.ts'
import { loadDemo } from './load-demo.ts'
import { ensureLocalToken } from './local-token.ts'

const { databaseUrl = '', directUrl, s3, dataDir, demo, port, publicUrl } = readSettings(process.env)
const services = openServices({
  databaseUrl,
  directUrl,
  s3,
  dataDir,
  publicUrl: publicUrl ?? `http://localhost:${port}`,
  accounts: readAccountSettings(process.env),
  onSession: lowerSessions(),
})
const { db } = services
try {
  const project = await db.projects.ensure({
    organization: 'assay',
    slug: 'demo',
    name: 'Demo',
    description: demo
      ? 'Figures of published benchmark results, each with its source. Push your own runs beside them.'
      : 'A first project, in which the token of this server can upload.',
    visibility: 'public',
  })
  await ensureLocalToken({ ...services, project, dataDir })
  if (demo) await loadDemo({ services, project, dataDir })
} catch (error) {
  console.error(formatError(error))
  process.exitCode = 1
} finally {
  await db.close()
}
