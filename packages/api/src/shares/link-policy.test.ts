import { addPerson, nameOnProject } from '@assay/db/testing'
import type { LinkPolicy, MemberRole, Project } from '@assay/db/types'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../access/resolve-access.ts'
import { createCaller } from '../router.ts'

const OPEN: LinkPolicy = { minRole: 'author', maxDays: null, byTokens: true, ofRemoved: 'keep' }

let server: TestServer
let project: Project
const people: Record<string, Caller> = {}
beforeAll(async () => {
  server = await startTestServer()
  const made = await server.addProject('closed', 'internal')
  project = made.project
  const body = JSON.stringify(exampleDocument())
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' }
  const stored = await server.send(`/api/v1/runs/${crypto.randomUUID()}`, { method: 'PUT', body, headers })
  expect(stored.status).toBe(201)
  for (const role of ['owner', 'maintainer', 'author'] satisfies MemberRole[]) {
    const id = await addPerson(server.url, role, { organizations: { [project.organization.id]: role } })
    people[role] = personNamed(role, id)
  }
  people.token = tokenOf(project, ['read', 'write'])
})
afterAll(() => server.stop())
beforeEach(() => setPolicy(OPEN))

const as = (person: string) => {
  const caller = people[person]
  if (caller === undefined) throw new Error(`nobody is called ${person}`)
  return createCaller({ services: server.services, caller })
}
const setPolicy = (policy: LinkPolicy) =>
  as('owner').organizations.setLinkPolicy({ organization: project.organization.slug, policy })
const share = (person: string, days: number | null) =>
  as(person).shares.create({
    project: project.slug,
    share: { title: 'Versions', what: { kind: 'comparison', query: '' }, days },
  })

test('without a policy authors and tokens can create links that never expire', async () => {
  for (const person of ['author', 'token']) expect((await share(person, null)).secret).not.toBeNull()
})

test('a policy decides which role can create links, and whether tokens can', async () => {
  await setPolicy({ ...OPEN, minRole: 'maintainer', byTokens: false })
  await expect(share('author', 7)).rejects.toThrow(/needs the role maintainer/)
  await expect(share('token', 7)).rejects.toThrow(/not for tokens/)
  expect((await share('maintainer', 7)).secret).not.toBeNull()
  expect((await share('owner', null)).secret).not.toBeNull()
})

test('a link of a creator who lost the role can be extended and published only by people who can create links', async () => {
  const { id } = await share('author', 7)
  await setPolicy({ ...OPEN, minRole: 'owner' })
  const change = (changes: object) => as('author').shares.change({ project: project.slug, id, change: changes })
  for (const changes of [{ days: 30 }, { publishAs: 'versions' }, { frameHosts: null }, { password: null }]) {
    await expect(change(changes), JSON.stringify(changes)).rejects.toThrow(/needs the role owner/)
  }
  expect(await change({ name: 'mine' })).toMatchObject({ name: 'mine' })
})

test('the maximum lifetime applies to new links, to changed ones and to open ones', async () => {
  const before = await share('author', null)
  const short = await share('author', 3)
  expect(await setPolicy({ ...OPEN, maxDays: 30 })).toEqual({ shortened: expect.any(Number) })
  const find = (id: string) => as('author').shares.byId({ project: project.slug, id })
  const inDays = (days: number) => new Date(server.services.now().getTime() + days * 86_400_000).toISOString()
  expect((await find(before.id)).expiresAt).toBe(inDays(30))
  expect((await find(short.id)).expiresAt).toBe(inDays(3))
  for (const days of [31, null]) await expect(share('owner', days)).rejects.toThrow(/at most 30 days/)
  expect((await share('owner', 30)).secret).not.toBeNull()
  const prolong = (days: number | null) =>
    as('author').shares.change({ project: project.slug, id: short.id, change: { days } })
  await expect(prolong(null)).rejects.toThrow(/at most 30 days/)
  expect((await prolong(30)).expiresAt).toBe(inDays(30))
})

test.each(['keep', 'revoke'] as const)('links of a removed member: %s', async (ofRemoved) => {
  await setPolicy({ ...OPEN, ofRemoved })
  const { organization } = project
  const personId = await addPerson(server.url, `leaver-${ofRemoved}`, {
    organizations: { [organization.id]: 'author' },
  })
  people.leaver = personNamed('leaver', personId)
  await nameOnProject(server.url, personId, project.id, 'author')
  const theirs = await share('leaver', null)
  const others = await share('author', null)
  await as('owner').members.remove({ organization: organization.slug, personId })
  const revokedAt = async (id: string) => (await as('owner').shares.byId({ project: project.slug, id })).revokedAt
  if (ofRemoved === 'keep') expect(await revokedAt(theirs.id)).toBeNull()
  else expect(await revokedAt(theirs.id)).not.toBeNull()
  expect(await revokedAt(others.id)).toBeNull()
  const { events } = await as('owner').organizations.audit({ organization: organization.slug })
  expect(events.map(({ action }) => action)).toContain('organization.link-policy-changed')
})

test('members see the policy and only owners change it', async () => {
  const input = { organization: project.organization.slug }
  expect(await as('author').organizations.linkPolicy(input)).toEqual(OPEN)
  await expect(as('maintainer').organizations.setLinkPolicy({ ...input, policy: OPEN })).rejects.toThrow(/role owner/)
})
