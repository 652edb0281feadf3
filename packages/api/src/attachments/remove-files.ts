import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

/**
 * An upload stores its files first and references them a moment later, in the transaction of its run. A file that was
 * stored or checked within this time is therefore left until the next cleanup.
 */
const GRACE_MS = 3_600_000

type Of = Pick<Services, 'db' | 'attachments' | 'uploadChunks'>

/**
 * Deletes the raw files of removed runs and erased projects, whose rows are deleted already, so that no request can
 * reach the files. It may be interrupted, repeated, and run concurrently.
 */
export async function removeFiles(
  { db, attachments, uploadChunks }: Of,
  { projectId }: { projectId: string },
  now = Date.now(),
): Promise<void> {
  const project = (await db.projects.list()).find(({ id }) => id === projectId)
  if (project === undefined) {
    // A project that is merely absent keeps its files, because the data directory may be used with another database,
    // such as an older copy.
    if ((await db.organizations.erased([projectId])).length === 0) return
    await uploadChunks.removeProject(projectId)
    await attachments.removeProject(projectId)
    return
  }
  const { removedFiles } = db.in(scopeOf(project))
  const untouchedSince = new Date(now - GRACE_MS)
  const waiting = await removedFiles.waiting()
  // The snapshot of a running backup may still reference these files. The lock is checked after the list was read: a
  // backup that begins later does not see the runs any more. The periodic check of all projects queues this job again.
  if (await db.server.backupIsRunning()) return
  for (const { id, files } of waiting) {
    await attachments.restore(projectId, files)
    const used = await removedFiles.used(files)
    let left = 0
    for (const sha256 of files) {
      if (used.has(sha256)) continue
      if (!(await attachments.remove(projectId, sha256, { untouchedSince }))) left += 1
    }
    if (left === 0) await removedFiles.done(id)
  }
}

/** Returns the erased projects that still have files. */
export async function erasedWithFiles({ db, attachments }: Pick<Of, 'db' | 'attachments'>): Promise<string[]> {
  const there = new Set((await db.projects.list()).map(({ id }) => id))
  const orphans = (await attachments.projects()).filter((id) => !there.has(id))
  return orphans.length === 0 ? [] : db.organizations.erased(orphans)
}
