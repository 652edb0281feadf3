import { SERVER, scopeOf } from '@assay/db/open'
import type { Actor, MemberRole, Project, ProjectQueries, ProjectWithRoles, TokenScope } from '@assay/db/types'
import { isKeyOf, type ProjectKey, parseProjectKey, projectKey, projectLabel } from '@assay/domain/projects/project-key'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { WorkerPool } from '../worker-pool/worker-pool.ts'
import { addressPrefix, type RequestFacts } from './request-facts.ts'
import { isWellFormedToken } from './token.ts'

/** A signed-in person. */
export type Person = {
  id: string
  name: string
  email: string
  sessionId: string
  /** Start of this session, ISO 8601; some procedures need a recent sign-in. */
  signedInAt: string
  /** True when the person proved a second factor in this session. */
  hasSecondFactor?: boolean
}

/** The caller of a request: anonymous, a token of one project, or a signed-in person. */
export type Caller =
  | { kind: 'anonymous'; request: RequestFacts }
  | {
      kind: 'token'
      request: RequestFacts
      id: string
      /** Name of the token. */
      name: string
      project: Project
      scopes: readonly TokenScope[]
      expiresAt?: string | null
    }
  | { kind: 'person'; request: RequestFacts; person: Person }

/** Actions on a project; each role and token scope allows some of them. */
export type Verb = 'read' | 'upload' | 'write' | 'remove' | 'audit' | 'manage' | 'own'

/** A project on which the caller has the requested permission, and the only queries that reach its rows. */
export type ProjectAccess = {
  project: Project
  role: MemberRole | null
  queries: ProjectQueries
  /** Threads for large comparisons; absent where a program serves nobody, which then compares on its event loop. */
  workers?: WorkerPool
}

const TOKEN_HELP =
  'Send the header "Authorization: Bearer TOKEN"; create a token in the settings of a project, or use that of the demo, whose file npm start prints.'

/**
 * Resolves the caller of a request. A bearer token that is sent must be valid, also where none is needed; the session
 * cookie is then ignored. Other schemes are ignored, because a reverse proxy can use basic authentication.
 */
export async function resolveCaller(services: Services, request: RequestFacts): Promise<Result<Caller, AppError>> {
  const authorization = request.headers.get('authorization')?.trim() ?? ''
  if (!/^bearer\b/i.test(authorization)) {
    const person = request.headers.get('cookie') === null ? null : await services.accounts.findSignedInPerson(request)
    return ok(person === null ? { kind: 'anonymous', request } : { kind: 'person', request, person })
  }
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined)
    return err(appError('token-unknown', `The bearer token is empty or has spaces. ${TOKEN_HELP}`))
  const stored = isWellFormedToken(token)
    ? await services.db.tokens.findByHash(services.tokenHash(token), services.formerTokenHashes(token))
    : null
  const now = services.now()
  const expired = stored?.expiresAt != null && Date.parse(stored.expiresAt) <= now.getTime()
  if (stored === null || stored.revokedAt !== null || expired) {
    return err(appError('token-unknown', 'The token is unknown, expired or revoked. Create a new one and try again.'))
  }
  const client = request.headers.get('user-agent')?.slice(0, 100) ?? null
  await services.db.tokens.touch(stored, now, { address: addressPrefix(request.address), client })
  const { id, project, scopes, name, expiresAt } = stored
  return ok({ kind: 'token', request, id, project, scopes, name, expiresAt })
}

/** Roles by verb, strongest first. The verb `upload` needs a token; people import with `write` (`importProject`). */
const ROLES_FOR: Record<Exclude<Verb, 'upload'>, readonly MemberRole[]> = {
  read: ['owner', 'maintainer', 'author', 'viewer'],
  write: ['owner', 'maintainer', 'author'],
  remove: ['owner', 'maintainer'],
  audit: ['owner', 'maintainer'],
  manage: ['owner', 'maintainer'],
  own: ['owner'],
}

/** The token scope that each action needs. Actions without a scope need a signed-in person. */
const SCOPE_FOR: Partial<Record<Verb, TokenScope>> = {
  read: 'read',
  upload: 'upload',
  write: 'write',
  remove: 'write',
  audit: 'audit',
}

/**
 * Returns the project with this key, `ORG/NAME` or `NAME`, if the caller has the permission `verb` on it:
 *
 * | caller                        | read public | read others | upload | write | remove      | audit | manage | own |
 * | anonymous                     | yes         | not found   | 401    | 401   | 401         | 401   | 401    | 401 |
 * | token of it, with the scope   | yes         | scope read  | yes    | yes   | scope write | yes   | 403    | 403 |
 * | token of another project      | yes         | not found   | 404    | 404   | 404         | 404   | 404    | 404 |
 * | person, viewer                | yes         | yes         | 401    | 403   | 403         | 403   | 403    | 403 |
 * | person, author                | yes         | yes         | 401    | yes   | 403         | 403   | 403    | 403 |
 * | person, maintainer            | yes         | yes         | 401    | yes   | yes         | yes   | yes    | 403 |
 * | person, owner                 | yes         | yes         | 401    | yes   | yes         | yes   | yes    | yes |
 * | person without a role         | yes         | not found   | 401    | 403   | 403         | 403   | 403    | 403 |
 *
 * A caller who cannot read the project gets the error of a project that does not exist, for every verb.
 *
 * `NAME` alone means, of the projects that the caller can read: for a token, the one of the token's organization; then,
 * for everybody, the one with the short address `/p/NAME`; then, for a person, the oldest one in which they have a role.
 */
export async function projectFor(
  services: Services,
  caller: Caller,
  key: string,
  verb: Verb,
): Promise<Result<ProjectAccess, AppError>> {
  const parsed = parseProjectKey(key)
  if (parsed === null) return err(noProject(key))
  if (caller.kind === 'person') return projectForPerson(services, caller, parsed, verb)
  if (caller.kind === 'token' && isKeyOf(key, projectKey(caller.project))) return withScope(services, caller, verb)
  const project = await findPublic(services, caller, parsed)
  if (project === null) return err(noProject(key))
  if (verb === 'read') return ok(opened(services, project, null, caller))
  return err(caller.kind === 'anonymous' ? nobodyMay(verb) : noProject(key))
}

/** Finds the public project that a key means for a caller without a role. */
async function findPublic(
  { db }: Services,
  caller: Extract<Caller, { kind: 'anonymous' | 'token' }>,
  key: ProjectKey,
): Promise<Project | null> {
  const { organization } = key
  const own = organization === null && caller.kind === 'token' ? [caller.project.organization.slug] : []
  for (const named of [...own, organization]) {
    const project = await db.projects.find({ ...key, organization: named })
    if (project?.visibility === 'public') return project
  }
  return null
}

async function projectForPerson(
  services: Services,
  caller: Extract<Caller, { kind: 'person' }>,
  key: ProjectKey,
  verb: Verb,
): Promise<Result<ProjectAccess, AppError>> {
  const named = await services.db.projects.listNamed(key, caller.person.id)
  const found = named.find((one) => one.visibility === 'public' || roleIn(one) !== null)
  if (found === undefined) return err(noProject(labelOf(key)))
  const role = roleIn(found)
  const { roles: _roles, ...project } = found
  if (verb === 'upload') return err(nobodyMay(verb))
  const allowed =
    (verb === 'read' && project.visibility === 'public') || (role !== null && ROLES_FOR[verb].includes(role))
  if (allowed) return ok(opened(services, project, role, caller))
  const needed = ROLES_FOR[verb].at(-1)
  const yours = role === null ? 'you have none' : `yours is ${role}`
  return err(appError('role-missing', `This needs the role ${needed} in ${project.name}; ${yours}.`))
}

/**
 * Returns the strongest role of a person in a project. In a private project an organization role counts only if it is
 * owner.
 */
export function roleIn({ visibility, roles }: ProjectWithRoles): MemberRole | null {
  const general = visibility === 'private' && roles.organization !== 'owner' ? null : roles.organization
  return ROLES_FOR.read.find((role) => role === general || role === roles.project) ?? null
}

/**
 * Returns the project of the caller's token, for endpoints without a project in the path; `key`, where given, must be
 * that of the token's own project.
 */
export function tokenProject(
  services: Services,
  caller: Caller,
  verb: 'upload' | 'write',
  key?: string,
): Result<ProjectAccess, AppError> {
  if (caller.kind !== 'token') return err(nobodyMay(verb))
  if (key !== undefined && !isKeyOf(key, projectKey(caller.project))) return err(noProject(key))
  return withScope(services, caller, verb)
}

/** Returns the project into which a caller imports: that of a token, or the one that a person who can write names. */
export async function importProject(
  services: Services,
  caller: Caller,
  key?: string,
): Promise<Result<ProjectAccess, AppError>> {
  if (caller.kind === 'person' && key !== undefined) return projectFor(services, caller, key, 'write')
  return tokenProject(services, caller, 'upload', key)
}

function withScope(
  services: Services,
  caller: Extract<Caller, { kind: 'token' }>,
  verb: Verb,
): Result<ProjectAccess, AppError> {
  const { project } = caller
  if (verb === 'read' && project.visibility === 'public') return ok(opened(services, project, null, caller))
  const missing = needsScope(caller, verb)
  if (missing === null) return ok(opened(services, project, null, caller))
  return err(verb === 'read' ? noProject(project.slug) : missing)
}

/** Returns the refusal of a token whose scopes do not allow this verb in any project; null when they do. */
export function needsScope({ scopes }: Extract<Caller, { kind: 'token' }>, verb: Verb): AppError | null {
  const needed = SCOPE_FOR[verb]
  if (needed !== undefined && scopes.includes(needed)) return null
  const need = needed !== undefined ? `this needs the scope ${needed}` : 'this needs a signed-in person'
  return appError('scope-missing', `The scopes of this token are: ${scopes.join(', ') || 'none'}; ${need}.`)
}

/** The actor's name for the audit log. */
export const nameOf = (caller: Caller): string => actorOf(caller).name

export function actorOf(caller: Caller): Actor {
  const { requestId } = caller.request
  const address = addressPrefix(caller.request.address)
  if (caller.kind === 'anonymous') return { ...SERVER, name: 'somebody', requestId, address }
  const { id, name } = caller.kind === 'person' ? caller.person : caller
  return { kind: caller.kind, id, name, requestId, address }
}

const opened = (services: Services, project: Project, role: MemberRole | null, caller: Caller): ProjectAccess => ({
  project,
  role,
  queries: services.db.in(scopeOf(project, actorOf(caller))),
  workers: services.workers,
})

/** The refusal of a caller without a token (for uploads), or without a token and a session (for other verbs). */
export const nobodyMay = (verb: Verb): AppError =>
  verb === 'upload'
    ? appError('token-missing', `Uploads need a token. ${TOKEN_HELP}`)
    : appError('token-missing', `Sign in, or send a token. ${TOKEN_HELP}`)

const labelOf = ({ organization, name }: ProjectKey) => (organization === null ? name : `${organization}/${name}`)

const noProject = (key: string) =>
  appError(
    'not-found',
    `There is no project ${JSON.stringify(projectLabel(key))} here that you can use. Check the name and the token.`,
  )
