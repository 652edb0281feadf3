import { addPerson } from '@assay/db/testing'
import type { Project, QuotaChanges, QuotaKind } from '@assay/db/types'
import { personNamed } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { createCaller } from '../router.ts'
import { readQuotas } from './quota-settings.ts'

let server: TestServer
let project: Project
let token: string
let owner: ReturnType<typeof createCaller>
let name = 0
beforeAll(async () => {
  server = await startTestServer({ quotas: 'organization.projects=2 person.organizations=2' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  name += 1
  ;({ project, token } = await server.addProject(`project-${name}`))
  const id = await addPerson(server.url, `owner-${name}`, { organizations: { [project.organization.id]: 'owner' } })
  owner = createCaller({ services: server.services, caller: personNamed(`owner-${name}`, id) })
})
afterEach(() => limitOrganization({ projects: null, members: null, runs: null, bytes: null, links: null }))

const limitOrganization = (changes: QuotaChanges) =>
  server.db.quotas.setForOrganization(project.organization.id, changes, {
    ...{ kind: 'server', id: null, name: 'test', requestId: null, address: null },
  })
const limitProject = (quotas: QuotaChanges) => owner.quotas.setForProject({ project: project.slug, quotas })
const upload = (repeat: number, path = '', as = token) =>
  server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify({ ...exampleDocument(), repeat, notes: path }),
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
  })
const used = async (kind: QuotaKind) =>
  (await owner.quotas.ofProject({ project: project.slug })).find((quota) => quota.kind === kind)?.used
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b)

test('an upload over the quota of runs is refused with what is used, what is allowed and the next step', async () => {
  await limitProject({ runs: 1 })
  expect((await upload(1)).status).toBe(201)
  const refused = await upload(2)
  expect(refused.status).toBe(403)
  const problem = await refused.text()
  expect(problem).toContain('quota-exceeded')
  expect(problem).toMatch(/stores 1 of at most 1 runs.*Nothing was stored.*Remove runs.*ask an owner/)
  expect(await used('runs')).toBe(1)
  await limitProject({ runs: 2 })
  expect((await upload(2)).status).toBe(201)
})

test('of concurrent uploads at the limit, as many are stored as the quota allows', async () => {
  await limitProject({ runs: 3 })
  const answers = Array.from({ length: 8 }, (_, index) => upload(index + 1))
  expect(await statuses(answers)).toEqual([201, 201, 201, 403, 403, 403, 403, 403])
  expect(await used('runs')).toBe(3)
})

test('concurrent uploads to two projects share the quota of their organization', async () => {
  const other = await server.addProject(`other-${name}`)
  const before = (await owner.quotas.ofOrganization({ organization: 'lab' })).find(({ kind }) => kind === 'runs')
  await limitOrganization({ runs: (before?.used ?? 0) + 3 })
  const answers = [1, 2, 3].flatMap((repeat) => [upload(repeat), upload(repeat, '', other.token)])
  expect(await statuses(answers)).toEqual([201, 201, 201, 403, 403, 403])
})

test('used bytes are those of values and raw files, and removed runs give them back', async () => {
  const stored = await upload(1)
  const { runId } = z.object({ runId: z.uuid() }).parse(await stored.json())
  const values = exampleDocument().results.flatMap((result) => result.values).length
  const samples = exampleDocument().results.flatMap(({ samples: series = [] }) => series.flatMap((one) => one.values))
  expect(await used('bytes')).toBe(8 * (values + samples.length))
  await limitProject({ bytes: (await used('bytes')) ?? 0 })
  expect((await upload(2)).status).toBe(403)
  await owner.runs.remove({ project: project.slug, runId })
  expect(await used('bytes')).toBe(0)
  expect(await used('runs')).toBe(0)
  expect((await upload(2)).status).toBe(201)
})

test('a raw file that was sent before counts with its size, whatever the document states', async () => {
  const content = 'a line of output\n'.repeat(1_000)
  const sha256 = sha256Hex(content)
  const headers = { authorization: `Bearer ${token}` }
  const blob = await server.send(`/api/v1/projects/${project.slug}/blobs/${sha256}`, {
    ...{ method: 'PUT', body: content, headers },
  })
  expect(blob.status).toBe(200)
  const attachments = [{ name: 'run.log', sha256, sizeBytes: 1 }]
  const stored = await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify({ ...exampleDocument(), attachments }),
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect(stored.status).toBe(201)
  expect((await owner.quotas.storageOfProject({ project: project.slug })).files).toBe(content.length)
})

test('projects, members and links are limited, also when they are created concurrently', async () => {
  const organization = 'lab'
  const all = await owner.quotas.ofOrganization({ organization })
  const count = (kind: QuotaKind) => all.find((quota) => quota.kind === kind)?.used ?? 0
  await limitOrganization({ projects: count('projects') + 1, members: count('members') })
  const projects = await Promise.allSettled(
    ['a', 'b', 'c'].map((end) => owner.projects.create({ organization, slug: `new-${name}${end}`, name: end })),
  )
  expect(projects.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const full = (count('projects') + 1).toLocaleString('en')
  const refusal = projects.find((one) => one.status === 'rejected')
  expect(refusal?.reason.message).toMatch(new RegExp(`has ${full} of at most ${full} projects.*ask the operator`))
  await expect(
    addPerson(server.url, `late-${name}`, { organizations: { [project.organization.id]: 'viewer' } }),
  ).rejects.toThrow(/"kind" ?: ?"members"/)

  expect((await upload(1)).status).toBe(201)
  await limitProject({ links: 1 })
  // Triggers count open links by the clock of the database, not by the fixed time of this server.
  const share = () =>
    owner.shares.create({
      project: project.slug,
      share: { title: 'Versions', what: { kind: 'comparison', query: '' }, days: null },
    })
  const shares = await Promise.allSettled([share(), share()])
  expect(shares.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const made = shares.find((one) => one.status === 'fulfilled')
  await owner.shares.revoke({ project: project.slug, id: made?.value.id ?? '' })
  await share()
})

test('a new organization begins with the quotas of the server, and a person owns no more than allowed', async () => {
  const id = await addPerson(server.url, `founder-${name}`)
  const founder = createCaller({ services: server.services, caller: personNamed(`founder-${name}`, id) })
  const found = (end: string) => founder.organizations.create({ slug: `org-${name}${end}`, name: end })
  const { slug } = await found('a')
  expect(await founder.quotas.ofOrganization({ organization: slug })).toContainEqual({
    ...{ kind: 'projects', used: 0, max: 2 },
  })
  const more = await Promise.allSettled([found('b'), found('c')])
  expect(more.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(found('d')).rejects.toThrow(/own 2 organizations.*person\.organizations/)
})

test('quotas are shown by REST, and forgotten with their project', async () => {
  await limitProject({ links: 5 })
  const answer = await server.send(`/api/v1/projects/${project.slug}/quotas`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toEqual({
    quotas: [
      { kind: 'members', used: 0, max: null },
      { kind: 'runs', used: 0, max: null },
      { kind: 'bytes', used: 0, max: null },
      { kind: 'links', used: 0, max: 5 },
    ],
  })
  await upload(1)
  await owner.projects.erase({ project: project.slug, confirm: project.slug })
  const rows = await server.db.quotas.storedBytes(project.organization.id)
  expect(rows.map(({ projectId }) => projectId)).not.toContain(project.id)
})

test('quotas of the environment are read, and mistakes are named', () => {
  expect(readQuotas('')).toEqual({ organization: {}, organizationsOfPerson: 50 })
  expect(readQuotas('organization.bytes=5 person.organizations=off')).toEqual({
    ...{ organization: { bytes: 5 }, organizationsOfPerson: null },
  })
  expect(() => readQuotas('project.bytes=5')).toThrow(/project\.bytes=5 is not understood.*organization\.bytes/)
})
