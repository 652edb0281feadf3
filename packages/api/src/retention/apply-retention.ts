import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'
import { removeAbandonedChunks } from '../uploads/upload-chunks.ts'

/**
 * Deletes the raw files and samples that projects do not keep any longer, and chunks of abandoned uploads. A job removes
 * the raw files themselves.
 */
export async function applyRetention(services: Pick<Services, 'db' | 'now' | 'uploadChunks'>): Promise<void> {
  const { db, now } = services
  await removeAbandonedChunks(services)
  for (const project of await db.projects.list()) {
    const { files } = await db.in(scopeOf(project)).retention.apply(now())
    if (files > 0) await db.jobs.enqueue('remove-files', { projectId: project.id }, `${project.id} files`)
  }
}
