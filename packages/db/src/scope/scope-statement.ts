import { invariant } from '@assay/domain/result'
import { isUuid } from '../is-uuid.ts'
import { APP_ROLE } from './app-role.ts'
import { type Timeouts, timeoutSettings } from './timeouts.ts'

const BEGINNING = '/* tenant scope */ '

/**
 * Statements that set role, project and time-outs until the end of a transaction. They are SET LOCAL and not `set_config`,
 * because the role of scopes may not execute that function: an injected expression could choose another project by it.
 */
export function scopeStatements(projectId: string, hasRole: boolean, fixed: Timeouts | undefined): string {
  // It is written into the text, because SET takes no parameters.
  invariant(isUuid(projectId), 'a scope is made of a stored project')
  const role = hasRole ? [`role ${APP_ROLE}`] : []
  const timeouts = timeoutSettings(fixed).map(([name, milliseconds]) => `${name} = ${milliseconds}`)
  const settings = [...role, `assay.project_id = '${projectId}'`, ...timeouts]
  return `${BEGINNING}${settings.map((setting) => `set local ${setting}`).join('; ')}`
}

/** True for the statements that set a scope. */
export const opensScope = (text: string): boolean => text.startsWith(BEGINNING)

/** True for the statements that set the scope of this project. */
export const opensScopeOf = (text: string, projectId: string): boolean =>
  opensScope(text) && text.includes(`assay.project_id = '${projectId}'`)
