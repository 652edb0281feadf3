import { handleTrpc } from '@assay/api/http/handle-trpc'
import type { RestRoute } from '@assay/api/rest/route'
import { addPerson } from '@assay/db/testing'
import type { MemberRole, Project, Visibility } from '@assay/db/types'
import { insertToken } from '../server/insert-token.ts'
import { startTestServer } from '../server/test-server.ts'

export const ORIGIN = 'http://assay.test'
export const PRINCIPALS = [
  'anonymous',
  'outsider',
  'viewer',
  'author',
  'maintainer',
  'owner',
  'read-token',
  'runner-token',
  'service-token',
  'revoked-token',
] as const
export type Principal = (typeof PRINCIPALS)[number]

const ROLES = ['viewer', 'author', 'maintainer', 'owner'] as const satisfies MemberRole[]
const VISIBILITIES = ['public', 'internal', 'private'] as const satisfies Visibility[]
const SCOPES = {
  'read-token': ['read'],
  'runner-token': ['upload'],
  'service-token': ['read', 'upload', 'write'],
  'revoked-token': ['read', 'upload', 'write'],
} as const

/**
 * Starts a server with two organizations that have a project of each visibility, and with people and tokens of the
 * first.
 */
export async function startTwoOrganizations() {
  const server = await startTestServer()
  const projects = new Map<string, Project>()
  for (const organization of ['own', 'other']) {
    for (const visibility of VISIBILITIES) {
      const slug = `${organization}-${visibility}`
      const fields = { organization, slug, name: slug, description: '', visibility }
      projects.set(slug, await server.db.projects.ensure(fields))
    }
  }
  const own = (visibility: Visibility) => {
    const project = projects.get(`own-${visibility}`)
    if (project === undefined) throw new Error('made above')
    return project
  }
  const people = new Map<string, string>([['outsider', await addPerson(server.url, 'outsider')]])
  for (const role of ROLES) {
    const roles = { organizations: { [own('public').organization.id]: role }, projects: { [own('private').id]: role } }
    people.set(role, await addPerson(server.url, role, roles))
  }
  server.services.accounts = {
    ...server.services.accounts,
    findSignedInPerson: async ({ headers }) => {
      const name = /who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
      const id = people.get(name)
      const signedInAt = '2026-11-21T12:00:00.000Z'
      return id === undefined ? null : { id, name, email: `${name}@assay.test`, sessionId: id, signedInAt }
    },
  }
  const tokens = new Map<string, string>()
  for (const [kind, scopes] of Object.entries(SCOPES)) {
    for (const visibility of VISIBILITIES) {
      const { token, stored } = await insertToken(server.db, own(visibility).id, { name: kind, scopes })
      if (kind === 'revoked-token') await server.db.tokens.revoke(stored, new Date('2026-11-20T12:00:00Z'))
      tokens.set(`${kind} ${visibility}`, token)
    }
  }

  /** Headers that authenticate a principal; tokens belong to its project of that visibility. */
  const headersOf = (principal: Principal, visibility: Visibility): Record<string, string> => {
    if (principal === 'anonymous') return {}
    if (people.has(principal)) return { cookie: `who=${principal}`, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    return { authorization: `Bearer ${tokens.get(`${principal} ${visibility}`)}` }
  }

  const callTrpc = (type: string, name: string, input: unknown, headers: Record<string, string>) => {
    const json = JSON.stringify(input)
    const url = `${ORIGIN}/api/trpc/${name}`
    const request =
      type === 'mutation'
        ? new Request(url, { method: 'POST', body: json, headers: { ...headers, 'content-type': 'application/json' } })
        : new Request(`${url}?input=${encodeURIComponent(json)}`, { headers })
    return handleTrpc(request, server.services, '/api/trpc')
  }

  const callRest = (
    route: RestRoute,
    { path, query = '', body = {} }: { path: Record<string, unknown>; query?: string; body?: unknown },
    headers: Record<string, string>,
  ) => {
    const at = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
    const type = route.bodies?.[0]?.mediaType
    const sent = type === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return server.send(`${at}${query}`, {
      method: route.method.toUpperCase(),
      headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...sent,
    })
  }

  return { ...server, projects, people, headersOf, callTrpc, callRest }
}

export type TwoOrganizations = Awaited<ReturnType<typeof startTwoOrganizations>>
