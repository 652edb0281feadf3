import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { type By, may, type SpecRight } from '@assay/domain/specs/actions/permissions'
import { type Refusal, refusalText } from '@assay/domain/specs/actions/refusal'
import { readSpecName } from '@assay/domain/specs/spec'
import type { Caller, ProjectAccess } from '../access/resolve-access.ts'
import { actorOf } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'

/**
 * The actor of a spec action. A token with the scope write acts as an author in its own project; an anonymous caller
 * has a key that matches nobody.
 */
export function specActorOf({ project, role }: Pick<ProjectAccess, 'project' | 'role'>, caller: Caller): By {
  const { kind, id, name } = actorOf(caller)
  if (caller.kind === 'anonymous' || id === null) return { person: { key: 'nobody:', name }, role: 'none' }
  const person = { key: `${kind}:${id}`, name }
  if (caller.kind === 'token') {
    const writes = caller.project.id === project.id && caller.scopes.includes('write')
    return { person, role: writes ? 'author' : 'none' }
  }
  if (role === 'owner' || role === 'maintainer') return { person, role: 'maintainer' }
  return { person, role: role ?? 'none' }
}

/** Finds a spec by name. One that the caller cannot see gets the error of a missing one. */
export async function findSpec(access: ProjectAccess, by: By, name: string): Promise<Result<StoredSpec, AppError>> {
  const of = readSpecName(name)
  const found = of === null ? null : await access.queries.specs.find(of)
  return found === null || !may(found.spec, by, 'view') ? err(specNotFound()) : ok(found)
}

/** Finds a spec for a caller with the given permission on it. */
export async function findSpecFor(
  access: ProjectAccess,
  by: By,
  { name, right }: { name: string; right: SpecRight },
): Promise<Result<StoredSpec, AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok || may(found.value.spec, by, right)) return found
  return err(refusalError({ code: 'not-allowed', right: right === 'hand-over' ? 'steer' : right }))
}

export const specNotFound = () =>
  appError('not-found', 'There is no such spec in this project. Choose one from the list of specs.')

/** Converts the refusal of an action to an error of REST and tRPC. */
export function refusalError(refusal: Refusal): AppError {
  const text = refusalText(refusal)
  switch (refusal.code) {
    case 'not-allowed':
      return appError('role-missing', text)
    case 'wrong-state':
    case 'conflict':
    case 'changed':
      return appError('conflict', text)
    case 'missing':
      return appError(
        'spec-incomplete',
        text,
        refusal.missing.map(({ code, message }) => ({ pointer: `/${code}`, message })),
      )
    case 'reused':
      return appError('key-reused', text)
    case 'unknown':
      return appError('query-invalid', text)
  }
}
