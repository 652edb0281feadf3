import type { Project } from '@assay/db/types'
import { roleIn } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** True when the owner of a channel may read the project now; a channel of the project itself always may. */
export async function ownerCanRead(
  { db }: Pick<Services, 'db'>,
  project: Project,
  personId: string | null,
): Promise<boolean> {
  if (personId === null || project.visibility === 'public') return true
  const found = await db.projects.findFor(project.id, personId)
  return found !== null && roleIn(found) !== null
}
