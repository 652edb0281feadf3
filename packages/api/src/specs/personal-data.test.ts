import { addPerson, canonicalDump } from '@assay/db/testing'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countSpecsOf, readSpecData, replaceNameInSpecs } from '../accounts/spec-data.ts'
import { createCaller } from '../router.ts'

const TEXT = '# Exact sums\n\n## Goals\n\nSums must not differ between machines.'

let server: TestServer
let token = ''
let projectId = ''
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.addProject('lab')
  token = made.token
  projectId = made.project.id
  for (const [name, role] of [
    ['olga', 'author'],
    ['Vic Zywiec', 'viewer'],
    ['nils', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [made.project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
const me = (name: string) => ({ id: ids.get(name) ?? '' })
const VIC = 'Vic Zywiec'

test('an export has the comments, opinions and openings of a person, and a pseudonym leaves a record that verifies', async () => {
  const spec = { kind: 'functional', title: 'Exact sums', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await act(name, { kind: 'invite', who: { key: `person:${ids.get(VIC)}`, name: VIC } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await as(VIC).specs.recordRead({ project: 'lab', name, revision: 1 })
  await act(name, { kind: 'give', body: 'Is it slower?', anchor: { kind: 'whole' }, revision: 1 }, VIC)
  await act(name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'It was measured.' })
  await act(name, { kind: 'hold' })
  await act(name, { kind: 'close-meeting', attendance: ['olga', VIC] })
  await act(name, { kind: 'resolve' })
  await act(name, { kind: 'say', feedback: 1, content: false, text: 'Not with threads.' }, VIC)

  expect(await readSpecData(server.services, me(VIC))).toMatchObject([
    {
      ...{ project: 'lab', spec: name, title: 'Exact sums', responses: [], revisions: [] },
      comments: [{ id: 'F-1', text: 'Is it slower?', revision: 1 }],
      opinions: [{ on: 'F-1.1', agrees: false, text: 'Not with threads.' }],
      openings: [{ revision: 1 }],
      actions: [{ kind: 'give' }, { kind: 'say' }],
    },
  ])
  expect(await readSpecData(server.services, me('olga'))).toMatchObject([
    { comments: [], responses: [{ id: 'F-1.1', reason: 'It was measured.' }], revisions: [{ number: 1 }] },
  ])
  expect(await countSpecsOf(server.services, me('nils'))).toBe(0)
  expect(await countSpecsOf(server.services, me(VIC))).toBe(1)

  await replaceNameInSpecs(server.services, me(VIC))
  const rows = (await canonicalDump(server.url, projectId)).split('\n')
  const named = rows.filter((row) => row.includes(VIC) || row.includes(`person:${ids.get(VIC)}`))
  // The audit log keeps the name, and a request key has the id of the account without the name.
  expect(named.filter((row) => !/^(?:audit_event|spec_idempotency_key)\b/.test(row))).toEqual([])
  const report = await as('olga').specs.verify({ project: 'lab', name })
  expect(report.problems).toEqual([])
  expect(report.later.map(({ kind, by }) => [kind, by === null])).toEqual([
    ['say', true],
    ['pseudonym', false],
  ])
  expect(await countSpecsOf(server.services, me(VIC))).toBe(0)

  const headers = { authorization: `Bearer ${token}` }
  const file = await (
    await server.send(`/api/v1/projects/lab/specs/${name}/export?format=markdown`, { headers })
  ).text()
  expect(file).not.toContain(VIC)
  expect(file).toMatch(/Former member [0-9a-f]{4} still disagrees: Not with threads/)
  expect(verifySpecFile(file)).toMatchObject({ ok: true, value: { problems: [] } })
})
