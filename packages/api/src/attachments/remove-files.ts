import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

/**
 * An upload puts its files first and names them a moment later, in the transaction of its run. A file that was put or
 * asked for this lately is left alone until the next time.
 */
const GRACE_MS = 3_600_000

type Of = Pick<Services, 'db' | 'attachments'>

/**
 * Takes away the raw files of runs that were removed, or of a project that was erased: whose rows are gone already, so
 * that nobody can ask for them any more. It may be killed anywhere, be done twice, and by several at once.
 */
export async function removeFiles(
  { db, attachments }: Of,
  { projectId }: { projectId: string },
  now = Date.now(),
): Promise<void> {
  const project = (await db.projects.list()).find(({ id }) => id === projectId)
  if (project === undefined) {
    // Not merely absent: a data directory may be looked at with another database, such as an older copy.
    if ((await db.organizations.erased([projectId])).length > 0) await attachments.removeProject(projectId)
    return
  }
  const { goneFiles } = db.in(scopeOf(project))
  const untouchedSince = new Date(now - GRACE_MS)
  for (const { id, files } of await goneFiles.waiting()) {
    await attachments.restore(projectId, files)
    const used = await goneFiles.used(files)
    let left = 0
    for (const sha256 of files) {
      if (used.has(sha256)) continue
      if (!(await attachments.remove(projectId, sha256, { untouchedSince }))) left += 1
    }
    if (left === 0) await goneFiles.done(id)
  }
}

/** Projects that were erased and have files still. */
export async function erasedWithFiles({ db, attachments }: Of): Promise<string[]> {
  const there = new Set((await db.projects.list()).map(({ id }) => id))
  const strangers = (await attachments.projects()).filter((id) => !there.has(id))
  return strangers.length === 0 ? [] : db.organizations.erased(strangers)
}
