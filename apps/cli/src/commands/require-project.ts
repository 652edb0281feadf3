import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'

/** Returns the project, or stops with a sentence on how to name it. */
export function requireProject(project: string | undefined): string {
  if (project === undefined || project === '')
    throw new Stop(EXIT.usage, 'Name the project: --project NAME, or ASSAY_PROJECT.')
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(project)) return project
  throw new Stop(
    EXIT.usage,
    `${JSON.stringify(project)} is no project name: small letters, digits and dashes, as in the address /p/NAME.`,
  )
}
