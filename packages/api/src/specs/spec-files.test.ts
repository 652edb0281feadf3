import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import { openLink } from './spec-links.ts'

const TEXT = `# Exact sums

## Goals

Sums are the same on every machine, whatever the order of rows.

| function | result |
|---|---|
| sum_exact | double |
`

let server: TestServer
let token = ''
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const [lab, empty] = [await server.addProject('lab'), await server.addProject('empty')]
  token = lab.token
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
  ] as const) {
    const organizations = { [lab.project.organization.id]: role, [empty.project.organization.id]: role }
    ids.set(name, await addPerson(server.url, name, { organizations }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
const inDays = (days: number) => new Date(server.services.now().getTime() + days * 86_400_000).toISOString()

async function resolved(): Promise<string> {
  const spec = { kind: 'functional', title: 'Exact sums', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  await act(name, { kind: 'schedule', meetingAt: inDays(15), timeZone: 'UTC', place: 'Room 1' })
  const anchor = { kind: 'range', block: 'b3', quote: 'order of rows' }
  await act(name, { kind: 'give', body: 'Threads?', anchor, revision: 1 }, 'vic')
  await act(name, { kind: 'give', body: 'Call it sum2.', anchor: { kind: 'whole' }, revision: 1 }, 'vic')
  await act(name, { kind: 'answer', feedback: 1, answer: 'good-point' })
  await act(name, { kind: 'answer', feedback: 2, answer: 'no-thank-you', reason: 'The name is taken.' })
  const text = TEXT.replace('order of rows', 'order of rows and threads')
  const revision = { base: 1, title: 'Exact sums', text, note: 'threads' }
  await as('olga').specs.revise({ project: 'lab', name, revision })
  await act(name, { kind: 'carry-out', feedback: 1, revision: 2 })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act(name, { kind })
  await act(name, { kind: 'say', feedback: 2, content: false, text: 'It is not.' }, 'vic')
  return name
}

const exported = (name: string, query = '', headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  server.send(`/api/v1/projects/lab/specs/${name}/export${query}`, { headers })

test('A9: an exported file gives the same spec in an empty project, with its hash, comments and numbers', async () => {
  const name = await resolved()
  const file = await (await exported(name)).text()
  const { name: copy, brought } = await as('olga').specs.import({ project: 'empty', spec: { file } })
  expect({ copy, brought }).toEqual({ copy: name, brought: 'whole' })
  const [from, to] = await Promise.all(['lab', 'empty'].map((project) => as('olga').specs.get({ project, name })))
  if (from === undefined || to === undefined) throw new Error('both are there')
  expect(to.revision.sha256).toBe(from.revision.sha256)
  expect(to.revision.blocks).toEqual(from.revision.blocks)
  expect(to.appendixSha256).toBe(from.appendixSha256)
  expect(to.placements).toEqual(from.placements)
  expect(to.seals).toEqual(from.seals)
  expect(to.state).toBe('resolved')
  expect(to.imported?.source).toMatchObject({ name, project: 'lab' })
  const old = await as('olga').specs.get({ project: 'empty', name, revision: 1 })
  expect(old.revision.text).toBe(TEXT)
  expect(JSON.stringify(to.spec.feedback)).not.toContain('person:')
  const again = await as('olga').specs.import({ project: 'empty', spec: { file } })
  expect(again.name).toBe('FS-2')
})

test('the JSON export gives the same spec again, and tRPC returns the text files', async () => {
  const name = await resolved()
  const file = await (await exported(name, '?format=json')).text()
  const { name: copy, brought } = await as('olga').specs.import({ project: 'empty', spec: { file } })
  expect(brought).toBe('whole')
  const [from, to] = await Promise.all([
    as('olga').specs.get({ project: 'lab', name }),
    as('olga').specs.get({ project: 'empty', name: copy }),
  ])
  expect([to.revision.sha256, to.appendixSha256]).toEqual([from.revision.sha256, from.appendixSha256])
  const old = await as('vic').specs.export({ project: 'lab', name, revision: 1 })
  expect(old).toMatchObject({ filename: `${name}-revision-1.md`, mediaType: 'text/markdown' })
  expect(old.text).toBe(await (await exported(name, '?revision=1')).text())
  const cut = { file: file.slice(0, -30) }
  await expect(as('olga').specs.import({ project: 'empty', spec: cut })).rejects.toThrow('truncated')
})

test('programs create, list and revoke public links of the specs that they can manage', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await server.send(`/api/v1/projects/lab/specs${path}`, sent)
    const text = await answer.text()
    return { status: answer.status, said: Object(text === '' ? null : JSON.parse(text)) }
  }
  const spec = { kind: 'functional', title: 'By a program', text: TEXT }
  const { name } = (await send('POST', '', spec)).said
  const made = await send('POST', `/${name}/links`, { days: 3 })
  const { id, secret, url, expiresAt } = made.said
  expect([made.status, url, expiresAt]).toEqual([201, `http://assay.test/spec/${secret}`, inDays(3)])
  expect(await openLink(server.services, secret)).not.toBeNull()
  const { links } = (await send('GET', `/${name}/links`)).said
  expect(links).toMatchObject([{ id, expiresAt, revokedAt: null }])
  expect(JSON.stringify(links)).not.toContain(secret)
  expect((await send('DELETE', `/${name}/links/${id}`)).status).toBe(204)
  expect(await openLink(server.services, secret)).toBeNull()
  expect((await send('DELETE', `/${name}/links/${id}`)).status).toBe(404)
  const others = await resolved()
  expect((await send('POST', `/${others}/links`, {})).status).toBe(403)
  expect((await send('GET', `/${others}/links`)).status).toBe(403)
})

test('the appendix is sealed when a spec is resolved, and later changes are visible', async () => {
  const name = await resolved()
  const { seals, appendixSha256, spec } = await as('olga').specs.get({ project: 'lab', name })
  expect(seals).toMatchObject([{ round: 1, revision: 2, at: spec.rounds[0]?.endedAt }])
  expect(seals[0]?.appendixSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(seals[0]?.appendixSha256).not.toBe(appendixSha256)
})

test('a file becomes the next revision without its appendix; an edited one is imported as text only', async () => {
  const name = await resolved()
  const file = await (await exported(name, '?revision=1')).text()
  const { name: draft } = await as('olga').specs.create({
    project: 'lab',
    spec: { kind: 'functional', title: 'x', text: 'x' },
  })
  const revision = { file, base: 1 }
  await as('olga').specs.importRevision({ project: 'lab', name: draft, revision })
  expect((await as('olga').specs.get({ project: 'lab', name: draft })).revision.text).toBe(TEXT)
  const edited = await as('olga').specs.import({ project: 'lab', spec: { file: file.replace('## Goals', '## Aims') } })
  expect(edited.brought).toBe('text')
  const page = await as('olga').specs.get({ project: 'lab', name: edited.name })
  expect(page.revision.text).toBe(TEXT.replace('## Goals', '## Aims'))
  expect(page.state).toBe('draft')
})

test('files of one state have equal bytes, and guests get none of a draft', async () => {
  const name = await resolved()
  for (const format of ['markdown', 'html', 'pdf']) {
    const [a, b] = await Promise.all([1, 2].map(async () => (await exported(name, `?format=${format}`)).arrayBuffer()))
    expect(a !== undefined && b !== undefined && Buffer.from(a).equals(Buffer.from(b))).toBe(true)
  }
  const { name: draft } = await as('olga').specs.create({
    project: 'lab',
    spec: { kind: 'functional', title: 'x', text: 'x' },
  })
  expect((await exported(draft, '', {})).status).toBe(404)
  expect((await exported(name, '?revision=9')).status).toBe(404)
})

test('a contradictory record is refused, and viewers cannot import', async () => {
  const name = await resolved()
  const file = await (await exported(name)).text()
  const spec = { file: file.replace('"number":2,"recorder"', '"number":7,"recorder"') }
  await expect(as('olga').specs.import({ project: 'empty', spec })).rejects.toThrow('no comment F-2')
  await expect(as('vic').specs.import({ project: 'empty', spec: { file } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a public link shows the spec with its appendix until it expires or is revoked, and old revisions to nobody', async () => {
  const name = await resolved()
  const { people, points, document } = await as('olga').specs.linkPreview({ project: 'lab', name })
  expect({ people, points }).toEqual({ people: ['olga', 'vic'], points: 2 })
  expect(document.href).toBeNull()
  const { id, secret } = await as('olga').specs.createLink({ project: 'lab', name, days: 1 })
  const opened = await openLink(server.services, secret)
  expect(opened?.document.appendix).toEqual(document.appendix)
  expect(opened?.record.revisions.map(({ number }) => number)).toEqual([2])
  await act(name, { kind: 'request-redaction', feedback: 2, reason: 'private' }, 'vic')
  await act(name, { kind: 'redact', feedback: 2 })
  expect(JSON.stringify(await openLink(server.services, secret))).not.toContain('Call it sum2.')
  const later = { ...server.services, now: () => new Date(server.services.now().getTime() + 2 * 86_400_000) }
  expect(await openLink(later, secret)).toBeNull()
  await as('olga').specs.revokeLink({ project: 'lab', name, id })
  expect(await openLink(server.services, secret)).toBeNull()
  expect(await openLink(server.services, 'x'.repeat(43))).toBeNull()
  await expect(as('olga').specs.revokeLink({ project: 'lab', name, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(JSON.stringify(await as('olga').specs.linkPreview({ project: 'lab', name }))).not.toContain(secret)
  await expect(as('vic').specs.createLink({ project: 'lab', name, days: 1 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('every revision can be read with the positions of its comments, and a missing one is a 404', async () => {
  const name = await resolved()
  const at = (query: string) =>
    server.send(`/api/v1/projects/lab/specs/${name}${query}`, { headers: { authorization: `Bearer ${token}` } })
  const [first, second, newest] = await Promise.all(
    ['?revision=1', '?revision=2', ''].map(async (query) => Object(await (await at(query)).json())),
  )
  expect(first).toMatchObject({ revision: 1, text: TEXT })
  expect(second).toMatchObject({ revision: 2, text: expect.stringContaining('order of rows and threads') })
  expect(newest).toEqual(second)
  expect(first.sha256).not.toBe(second.sha256)
  expect(first.placements).toHaveLength(2)
  expect([(await at('?revision=3')).status, (await at('?revision=x')).status]).toEqual([404, 422])
})
