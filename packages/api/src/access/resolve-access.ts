import { scopeOf } from '@assay/db/open'
import type { Project, ProjectQueries, TokenScope } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { hashToken, isWellFormedToken } from './token.ts'

/** Who calls: nobody known, or the holder of a token of one project. `name` is that of the token. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'token'; project: Project; scopes: readonly TokenScope[]; name: string }

/** A project that the caller may use in the way it was asked for, and the only queries that reach its rows. */
export type ProjectAccess = { project: Project; queries: ProjectQueries }

const TOKEN_HELP = 'Send the header "Authorization: Bearer TOKEN"; npm start prints where the local token is.'

/** The caller of an Authorization header. A token that is sent must be right, also where none is needed. */
export async function resolveCaller(
  services: Services,
  authorization: string | null,
): Promise<Result<Caller, AppError>> {
  if (authorization === null) return ok({ kind: 'anonymous' })
  const token = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  if (token === undefined)
    return err(appError('token-unknown', `The Authorization header is not a bearer token. ${TOKEN_HELP}`))
  const stored = isWellFormedToken(token) ? await services.db.tokens.findByHash(hashToken(token)) : null
  const now = services.now()
  const expired = stored?.expiresAt != null && Date.parse(stored.expiresAt) <= now.getTime()
  if (stored === null || stored.revokedAt !== null || expired) {
    return err(appError('token-unknown', 'The token is unknown, expired or revoked. Make a new one and try again.'))
  }
  await services.db.tokens.touch(stored, now)
  const { project, scopes, name } = stored
  return ok({ kind: 'token', project, scopes, name })
}

/**
 * Who may do what:
 *
 * | caller                      | read public | read private | upload |
 * | anonymous                   | yes         | not found    | 401    |
 * | token of it, scope read     | yes         | yes          | 403    |
 * | token of it, scope upload   | yes         | not found    | yes    |
 * | token of another project    | yes         | not found    | 404    |
 */
export async function readableProject(
  services: Services,
  caller: Caller,
  slug: string,
): Promise<Result<ProjectAccess, AppError>> {
  const project = await services.db.projects.findBySlug(slug)
  const allowed =
    project !== null &&
    (project.visibility === 'public' || (isTokenOf(caller, project) && caller.scopes.includes('read')))
  if (!allowed) return err(noProject(slug))
  return ok(opened(services, project))
}

/** The project to which the caller's token may upload; `slug`, where given, must be the token's own. */
export function uploadProject(services: Services, caller: Caller, slug?: string): Result<ProjectAccess, AppError> {
  if (caller.kind === 'anonymous') return err(appError('token-missing', `Uploads need a token. ${TOKEN_HELP}`))
  const { project } = caller
  if (slug !== undefined && project.slug !== slug) return err(noProject(slug))
  if (!caller.scopes.includes('upload')) {
    return err(
      appError(
        'scope-missing',
        `This token may ${caller.scopes.join(', ') || 'nothing'}; uploading needs the scope upload.`,
      ),
    )
  }
  return ok(opened(services, project))
}

/** Who did something, for the record: the name of the token. */
export const nameOf = (caller: Caller): string => (caller.kind === 'token' ? caller.name : 'somebody')

const isTokenOf = (caller: Caller, project: Project): caller is Extract<Caller, { kind: 'token' }> =>
  caller.kind === 'token' && caller.project.id === project.id

const opened = (services: Services, project: Project): ProjectAccess => ({
  project,
  queries: services.db.in(scopeOf(project)),
})

const noProject = (slug: string) =>
  appError(
    'not-found',
    `There is no project ${JSON.stringify(slug)} here that you can use. Check the name and the token.`,
  )
