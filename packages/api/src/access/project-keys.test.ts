import { addPerson } from '@assay/db/testing'
import type { Project, Visibility } from '@assay/db/types'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { projectKey } from '@assay/domain/projects/project-key'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFindingsFeed } from '../findings/read-findings-feed.ts'
import { createCaller } from '../router.ts'
import { type Caller, projectFor, type Verb } from './resolve-access.ts'

// Two organizations have projects of the same names. Those of `fir` are older and have the short address.
const VERBS = ['read', 'upload', 'write', 'remove', 'audit', 'manage', 'own'] as const satisfies Verb[]
const SCOPES = ['read', 'upload', 'write', 'audit'] as const

let server: TestServer
let ada: Caller
const projects = new Map<string, Project>()

const as = (caller: Caller) => createCaller({ services: server.services, caller })
const projectOf = (key: string): Project => {
  const project = projects.get(key)
  if (project === undefined) throw new Error(`${key} was not created`)
  return project
}

beforeAll(async () => {
  server = await startTestServer()
  const add = async (organization: string, slug: string, visibility: Visibility) => {
    const fields = { organization, slug, name: `${organization} ${slug}`, description: '', visibility }
    projects.set(`${organization}/${slug}`, await server.db.projects.ensure(fields))
  }
  await add('fir', 'open', 'public')
  await add('fir', 'closed', 'private')
  await add('oak', 'first', 'private')
  const id = await addPerson(server.url, 'ada', {
    organizations: { [projectOf('oak/first').organization.id]: 'owner' },
  })
  ada = personNamed('ada', id, server.services.now().toISOString())
  for (const slug of ['open', 'closed', 'mine']) {
    const made = await as(ada).projects.create({ organization: 'oak', slug, name: `oak ${slug}`, visibility: 'public' })
    projects.set(`oak/${slug}`, made)
  }
})
afterAll(() => server.stop())

/** The project that a caller reads by a key, as `ORG/NAME`; null if there is none. */
async function read(caller: Caller, key: string): Promise<string | null> {
  const access = await projectFor(server.services, caller, key, 'read')
  if (access.ok) return `${access.value.project.organization.slug}/${access.value.project.slug}`
  expect(access.error.code).toBe('not-found')
  return null
}

test('only a name of the same organization is taken, and the refusal names no other', async () => {
  const again = as(ada).projects.create({ organization: 'oak', slug: 'closed', name: 'x' })
  await expect(again).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'oak has a project closed already. Choose another name.',
  })
  expect(projectOf('oak/closed').id).not.toBe(projectOf('fir/closed').id)
})

test('each spelling with an organization means exactly that project', async () => {
  for (const [label, project] of projects) {
    const token = tokenOf(project, SCOPES)
    for (const key of [label, projectKey(project)]) expect(await read(token, key)).toBe(label)
    const path = label.replace('/', '%2F')
    const answer = await server.send(`/api/v1/projects/${path}/runs`)
    const same = await server.send(`/api/v1/projects/${projectKey(project)}/runs`)
    expect([answer.status, same.status]).toEqual(project.visibility === 'public' ? [200, 200] : [404, 404])
  }
})

test('a name alone means the project of the organization of a token, else that with the short address', async () => {
  for (const label of ['fir/open', 'fir/closed', 'oak/open', 'oak/closed']) {
    expect(await read(tokenOf(projectOf(label), SCOPES), label.slice(4))).toBe(label)
  }
  expect(await read(tokenOf(projectOf('oak/mine'), SCOPES), 'open')).toBe('oak/open')
  expect(await read(tokenOf(projectOf('oak/mine'), SCOPES), 'closed')).toBe('oak/closed')
  expect(await read(tokenOf(projectOf('oak/first'), SCOPES), 'first')).toBe('oak/first')
  expect(await read(tokenOf(projectOf('fir/open'), SCOPES), 'mine')).toBeNull()
})

test('for a person a name alone means the short address, then a project in which they have a role', async () => {
  const names = ['open', 'closed', 'mine', 'first', 'none']
  const seen = async (caller: Caller) => Promise.all(names.map((name) => read(caller, name)))
  expect(await seen(ada)).toEqual(['fir/open', 'oak/closed', 'oak/mine', 'oak/first', null])
  expect(await seen(personNamed('eve'))).toEqual(['fir/open', null, null, null, null])
  expect(await seen(anonymous)).toEqual(['fir/open', null, null, null, null])
})

test('a project that a caller cannot read, one of another name and one that does not exist get the same error', async () => {
  const callers = [anonymous, personNamed('eve'), ada, tokenOf(projectOf('oak/mine'), SCOPES)]
  for (const caller of callers) {
    for (const verb of VERBS) {
      const answers = await Promise.all(
        ['fir/closed', 'fir/nothing', 'none/closed', 'nothing'].map(async (key) => {
          const access = await projectFor(server.services, caller, key, verb)
          return access.ok ? 'opened' : JSON.stringify(access.error).replaceAll(key, 'KEY')
        }),
      )
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).toContain('not-found')
    }
  }
})

test('an upload with the project of another organization is refused, whatever its visibility', async () => {
  const oak = await tokenFor('oak/open')
  const upload = (project: string) =>
    server.send(`/api/v1/uploads?project=${encodeURIComponent(project)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${oak}`, 'content-type': 'text/plain' },
      body: 'nothing',
    })
  const details = []
  for (const key of ['fir/open', 'fir/closed', 'oak/mine', 'none/open']) {
    const refused = await upload(key)
    expect(refused.status).toBe(404)
    details.push((await refused.text()).replaceAll(key, 'KEY'))
  }
  expect(new Set(details).size).toBe(1)
  // The project of the token is found by every spelling of its name, so the body is checked.
  for (const key of ['open', 'oak/open', 'oak~open']) expect((await upload(key)).status).not.toBe(404)
})

test('pages that were saved before keep their place below the address of today', async () => {
  const mine = as(ada)
  const { queries } = await open('oak/mine')
  const personId = ada.kind === 'person' ? ada.person.id : ''
  await queries.favorites.keep(personId, { path: '/p/mine/runs?a=1', name: 'Runs' })
  const { saved } = (await mine.favorites.mine({ project: 'oak~mine' })) ?? { saved: [] }
  expect(saved.map(({ path }) => path)).toEqual(['/o/oak/p/mine/runs?a=1'])
  expect(await mine.favorites.remove({ project: 'oak~mine', path: '/o/oak/p/mine/runs?a=1' })).toBe(true)
  const foreign = { path: '/o/fir/p/mine', name: 'x' }
  await expect(mine.favorites.add({ project: 'oak~mine', page: foreign })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  })
})

test('a feed key opens the feed of its own project by each address of it, and no other', async () => {
  const { address } = await as(ada).ownNotifications.createFeed({ project: 'oak/first' })
  expect(address).toContain('/o/oak/p/first/findings/feed.xml?key=assay_feed_')
  const key = new URL(address).searchParams.get('key')
  const { request } = anonymous
  const feed = (project: string) =>
    readFindingsFeed(server.services, request, { project, key, filters: FindingFilters.parse({}), query: '' })
  for (const project of ['first', 'oak~first', 'oak/first']) expect(await feed(project)).toContain('oak first')
  for (const project of ['closed', 'fir~closed', 'fir~first', 'none']) expect(await feed(project)).toBeNull()
})

async function open(key: string) {
  const access = await projectFor(server.services, ada, key, 'read')
  if (!access.ok) throw new Error(access.error.code)
  return access.value
}

async function tokenFor(key: string): Promise<string> {
  const { secret } = await as(ada).tokens.create({ project: key, kind: 'runner', name: 'runner', days: 1 })
  return secret
}
