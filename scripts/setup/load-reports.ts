import type { ProjectAccess } from '@assay/api/access/resolve-access'
import { publishVersion } from '@assay/api/reports/publish-version'
import type { Services } from '@assay/api/services'
import { readDemoReports } from '../../demo/reports/demo-reports.ts'
import { PlainError } from '../lib/plain-error.ts'

/** Loads reports of the demo project with their first version; existing ones stay unchanged. */
export async function loadReports(services: Services, access: ProjectAccess, now: Date): Promise<void> {
  for (const { slug, content } of readDemoReports()) {
    const made = await access.queries.reports.create(slug, content)
    if (made === null) continue
    const version = await publishVersion(services, access, { slug, revision: made.revision, note: null, now })
    if (!version.ok) throw new PlainError(`The demo report ${slug} was refused: ${version.error.detail}`)
  }
}
