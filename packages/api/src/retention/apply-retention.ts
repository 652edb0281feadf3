import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'
import { removeAbandonedParts } from '../uploads/upload-parts.ts'

/**
 * Deletes the raw files and samples that projects do not keep any longer, and parts of abandoned uploads. A job removes
 * the raw files themselves.
 */
export async function applyRetention(services: Pick<Services, 'db' | 'now' | 'uploadParts'>): Promise<void> {
  const { db, now } = services
  await removeAbandonedParts(services)
  for (const project of await db.projects.list()) {
    const { files } = await db.in(scopeOf(project)).retention.apply(now())
    if (files > 0) await db.jobs.enqueue('remove-files', { projectId: project.id }, `${project.id} files`)
  }
}
