import type { Project } from '@assay/db/types'
import { roleIn } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** Whether the person whose target it is may still read the project; a project's own target stays while the project does. */
export async function mayStillRead(
  { db }: Pick<Services, 'db'>,
  project: Project,
  personId: string | null,
): Promise<boolean> {
  if (personId === null || project.visibility === 'public') return true
  const found = await db.projects.findFor(project.slug, personId)
  return found !== null && found.id === project.id && roleIn(found) !== null
}
