import { parseProjectKey, projectLabel } from '@assay/domain/projects/project-key'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'

/** Returns the project as `ORG/NAME` or `NAME`, or stops with a sentence on how to name it. */
export function requireProject(project: string | undefined): string {
  if (project === undefined || project === '')
    throw new Stop(EXIT.usage, 'Name the project: --project ORG/NAME, or ASSAY_PROJECT.')
  if (parseProjectKey(project) !== null) return projectLabel(project)
  throw new Stop(
    EXIT.usage,
    `${JSON.stringify(project)} is not a project name: write ORG/NAME, as in its address /o/ORG/p/NAME. Both have small letters, digits and dashes.`,
  )
}
