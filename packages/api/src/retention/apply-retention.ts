import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

/** Deletes the raw files and samples that projects do not keep any longer; a job removes the files themselves. */
export async function applyRetention({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  for (const project of await db.projects.list()) {
    const { files } = await db.in(scopeOf(project)).retention.apply(now())
    if (files > 0) await db.jobs.enqueue('remove-files', { projectId: project.id }, `${project.id} files`)
  }
}
