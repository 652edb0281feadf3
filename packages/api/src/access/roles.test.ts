import { addPerson } from '@assay/db/testing'
import type { MemberRole, Project, Visibility } from '@assay/db/types'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import { projectFor, type Verb } from './resolve-access.ts'

const VISIBILITIES = ['public', 'internal', 'private'] as const satisfies Visibility[]
const VERBS = ['read', 'upload', 'write', 'manage', 'own'] as const satisfies Verb[]
const ROLES = ['owner', 'maintainer', 'author', 'viewer'] as const satisfies MemberRole[]

let server: TestServer
const projects = new Map<Visibility, Project>()
const people = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  for (const visibility of VISIBILITIES)
    projects.set(visibility, (await server.addProject(visibility, visibility)).project)
  const [lab = '', closed = ''] = [projects.get('public')?.organization.id, projects.get('private')?.id]
  for (const role of ROLES) people.set(role, await addPerson(server.url, role, { organizations: { [lab]: role } }))
  people.set('outsider', await addPerson(server.url, 'outsider'))
  people.set('named', await addPerson(server.url, 'named', { projects: { [closed]: 'author' } }))
})
afterAll(() => server.stop())

/** Returns the outcome of each verb, in the order of VERBS. */
const answers = async (caller: Parameters<typeof projectFor>[1], visibility: Visibility) => {
  const outcomes = VERBS.map(async (verb) => {
    const access = await projectFor(server.services, caller, visibility, verb)
    return access.ok ? 'yes' : access.error.code
  })
  return (await Promise.all(outcomes)).join(' ')
}
const person = (name: string) => personNamed(name, people.get(name))

test('a role allows the same verbs in public and internal projects', async () => {
  for (const visibility of ['public', 'internal'] as const) {
    expect(await answers(person('owner'), visibility)).toBe('yes token-missing yes yes yes')
    expect(await answers(person('maintainer'), visibility)).toBe('yes token-missing yes yes role-missing')
    expect(await answers(person('author'), visibility)).toBe('yes token-missing yes role-missing role-missing')
    expect(await answers(person('viewer'), visibility)).toBe('yes token-missing role-missing role-missing role-missing')
  }
})

test('people without a role and anonymous callers read public projects only; others do not exist for them', async () => {
  const nothing = 'not-found not-found not-found not-found not-found'
  expect(await answers(person('outsider'), 'public')).toBe('yes token-missing role-missing role-missing role-missing')
  expect(await answers(anonymous, 'public')).toBe('yes token-missing token-missing token-missing token-missing')
  for (const visibility of ['internal', 'private'] as const) {
    expect(await answers(person('outsider'), visibility)).toBe(nothing)
    expect(await answers(anonymous, visibility)).toBe(nothing)
  }
})

test('a private project is open to owners of the organization and to people with a role on the project', async () => {
  const nothing = 'not-found not-found not-found not-found not-found'
  expect(await answers(person('owner'), 'private')).toBe('yes token-missing yes yes yes')
  expect(await answers(person('named'), 'private')).toBe('yes token-missing yes role-missing role-missing')
  for (const role of ['maintainer', 'author', 'viewer']) expect(await answers(person(role), 'private')).toBe(nothing)
  expect(await answers(person('named'), 'internal')).toBe(nothing)
})

test('a token allows what its scopes state in its own project, and never an action that needs a person', async () => {
  const own = projects.get('private')
  if (own === undefined) throw new Error('made above')
  const refused = 'scope-missing scope-missing'
  expect(await answers(tokenOf(own, ['read']), 'private')).toBe(`yes scope-missing scope-missing ${refused}`)
  expect(await answers(tokenOf(own, ['upload']), 'private')).toBe(`not-found yes scope-missing ${refused}`)
  expect(await answers(tokenOf(own, ['write']), 'private')).toBe(`not-found scope-missing yes ${refused}`)
  expect(await answers(tokenOf(own, ['read', 'upload', 'write']), 'internal')).toBe(
    'not-found not-found not-found not-found not-found',
  )
})

test('the list of projects contains the projects that the caller can read', async () => {
  const slugs = async (name: string) => {
    const caller = createCaller({ services: server.services, caller: person(name) })
    return (await caller.projects.list()).map(({ slug }) => slug)
  }
  expect(await slugs('owner')).toEqual(['internal', 'private', 'public'])
  expect(await slugs('viewer')).toEqual(['internal', 'public'])
  expect(await slugs('named')).toEqual(['private', 'public'])
  expect(await slugs('outsider')).toEqual(['public'])
})
