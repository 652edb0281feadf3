import type { ProjectScope } from './types.ts'

/**
 * The scope of a project whose caller has been let in: call it where access is verified and nowhere else. A bare id
 * does not open a project, so a route cannot take one from its request by mistake.
 */
export function scopeOf(project: { id: string }): ProjectScope {
  // The brand exists only in the type, so nothing but this line can make one.
  return { projectId: project.id } as ProjectScope
}
