import { scopeOf } from '@assay/db/open'
import { addPerson, canonicalDump, queryAsOwner } from '@assay/db/testing'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const TEXT = '# Exact sums\n\n## Goals\n\nSums must not differ between machines.\n\nThey are fast.'

let server: TestServer
let token = ''
let lab: Awaited<ReturnType<TestServer['addProject']>>['project']
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const [made, empty] = [await server.addProject('lab'), await server.addProject('empty')]
  token = made.token
  lab = made.project
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
    ['mia', 'owner'],
  ] as const) {
    const organizations = { [lab.organization.id]: role, [empty.project.organization.id]: role }
    ids.set(name, await addPerson(server.url, name, { organizations }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
const verify = (name: string, project = 'lab') => as('vic').specs.verify({ project, name })
const exported = async (name: string, format = 'markdown') => {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.send(`/api/v1/projects/lab/specs/${name}/export?format=${format}`, { headers })).text()
}

async function resolved(question = 'Is it slower?'): Promise<string> {
  const spec = { kind: 'functional', title: 'Exact sums', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await act(name, { kind: 'give', body: question, anchor: { kind: 'whole' }, revision: 1 }, 'vic')
  await act(name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'It was measured.' })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act(name, { kind })
  return name
}

test('a resolved spec is sealed, and later actions are links of its chain', async () => {
  const name = await resolved()
  expect(await verify(name)).toMatchObject({ seal: { kind: 'resolve', number: 1 }, later: [], problems: [] })
  await act(name, { kind: 'say', feedback: 1, content: false, text: 'Not with threads.' }, 'vic')
  await act(name, { kind: 'say', feedback: 1, content: true }, 'vic')
  await act(name, { kind: 'mark', outcome: 'built', note: 'in 2.0' })
  const report = await verify(name)
  expect(report.problems).toEqual([])
  expect(report.later.map(({ kind, by }) => `${kind} ${by}`)).toEqual(['say vic', 'say vic', 'mark olga'])
  const page = await as('vic').specs.get({ project: 'lab', name, asResolved: true })
  expect(page.seal).toMatchObject({ kind: 'resolve', laterChanges: 3 })
  // An opinion that was changed is still there.
  expect(page.spec.feedback[0]).toMatchObject({
    verdict: { content: true, response: 1 },
    earlierVerdicts: [{ content: false, text: 'Not with threads.', response: 1 }],
  })
  expect(await server.send(`/api/v1/projects/lab/specs/${name}/seal`)).toMatchObject({ status: 200 })
})

test('a spec that is under review has no seal', async () => {
  const spec = { kind: 'functional', title: 'A draft', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  expect(await as('olga').specs.verify({ project: 'lab', name })).toMatchObject({ seal: null, later: [], problems: [] })
})

const TAMPERED: [what: string, sql: string, path: string][] = [
  ['a comment', `update spec_feedback set facts = facts || '{"body": "All good."}'`, '/feedback/1/body'],
  ['a name', `update spec_feedback set facts = jsonb_set(facts, '{giver,name}', '"Eve"')`, '/feedback/1/giver'],
  ['a time', `update spec_feedback set facts = facts || '{"at": "2020-01-01T00:00:00Z"}'`, '/feedback/1'],
  [
    'a response',
    `update spec_response set facts = facts || '{"reason": "Because."}'`,
    '/feedback/1/responses/1/reason',
  ],
  ['a removed response', 'delete from spec_response', '/feedback/1/responses/1'],
  ['the text', `update spec_revision set text = replace(text, 'must not', 'may')`, '/text/2'],
  ['a title', `update spec set title = 'Inexact sums'`, '/spec/title'],
  ['minutes', `update spec_round set facts = facts || '{"minutes": "All agreed."}'`, '/rounds/1/minutes'],
  ['an outcome', `update spec set afterwards = jsonb_set(afterwards, '{outcome,note}', '"never"')`, '/outcome/note'],
  ['an erratum', `update spec set afterwards = jsonb_set(afterwards, '{errata,0,text}', '"No."')`, '/errata/1/text'],
  ['a removed erratum', `update spec set afterwards = afterwards - 'errata'`, '/errata/1/text'],
]

test.each(TAMPERED)('a change of %s in the database is found, with its path', async (_, sql, path) => {
  const name = await resolved()
  await act(name, { kind: 'mark', outcome: 'built', note: 'in 2.0' })
  await act(name, { kind: 'add-erratum', quote: 'must not', text: 'Read may not.' })
  await inDatabase(sql)
  expect((await verify(name)).problems.map((problem) => problem.path)).toContain(path)
})

test('links cannot be changed, and a link with another hash is found when the trigger was off', async () => {
  const name = await resolved()
  const change = inDatabase(`update spec_seal_link set kind = 'mark'`, { triggers: true })
  await expect(change).rejects.toThrow('rows of spec_seal_link never change')
  for (const sql of [
    `update spec_seal_link set sha256 = repeat('0', 64)`,
    `update spec_seal_link set root = repeat('0', 64)`,
    `update spec_seal_link set at = '2020-01-01T00:00:00.000Z'`,
    `update spec_seal_link set leaves = leaves - 0`,
  ]) {
    const fresh = await resolved()
    await inDatabase(sql)
    const { problems } = await verify(fresh)
    expect(problems, sql).not.toEqual([])
    expect(
      problems.some(({ link }) => link === 1),
      sql,
    ).toBe(true)
    await inDatabase('delete from spec_seal_link')
  }
  expect((await verify(name)).seal).toBeNull()
})

test('a redaction after the seal removes the words everywhere, and everything else still verifies', async () => {
  const name = await resolved('Is it slower for Acme?')
  await act(name, { kind: 'request-redaction', feedback: 1, reason: 'names a customer' })
  await act(name, { kind: 'redact', feedback: 1 }, 'mia')
  const stored = await canonicalDump(server.url, lab.id)
  expect(stored.split('\n').filter((row) => row.includes('Is it slower for Acme?'))).toEqual([])
  const report = await verify(name)
  expect(report).toMatchObject({ problems: [], seal: { kind: 'resolve' } })
  expect(report.later.map(({ kind }) => kind)).toEqual(['request-redaction', 'redact'])
  const file = verifySpecFile(await exported(name))
  expect(file).toMatchObject({ ok: true, value: { problems: [] } })
})

test('an opinion is redacted by two people, also when it was changed since, and the seal still verifies', async () => {
  const name = await resolved()
  await act(name, { kind: 'say', feedback: 1, content: false, text: 'Acme measured four.' }, 'vic')
  await act(name, { kind: 'say', feedback: 1, content: true }, 'vic')
  await expect(act(name, { kind: 'redact', feedback: 1, opinion: 1 }, 'vic')).rejects.toThrow('needs two people')
  await act(name, { kind: 'request-redaction', feedback: 1, opinion: 1, reason: 'names a customer' }, 'vic')
  await expect(act(name, { kind: 'redact', feedback: 1, opinion: 1 }, 'vic')).rejects.toThrow('needs two people')
  await act(name, { kind: 'redact', feedback: 1, opinion: 1 })
  const stored = await canonicalDump(server.url, lab.id)
  expect(stored.split('\n').filter((row) => row.includes('Acme measured four.'))).toEqual([])
  expect((await verify(name)).problems).toEqual([])
  const page = await as('vic').specs.get({ project: 'lab', name })
  expect(page.spec.feedback[0]).toMatchObject({
    body: 'Is it slower?',
    verdict: { content: true, redacted: null },
    earlierVerdicts: [{ content: false, text: '', redacted: { by: { name: 'olga' }, requestedBy: { name: 'vic' } } }],
  })
  const file = await exported(name)
  expect(file).toContain('Redacted by olga and vic')
  expect(verifySpecFile(file)).toMatchObject({ ok: true, value: { problems: [] } })
})

test('editorial changes are measured together against the resolved text, and a reviewer confirms them', async () => {
  const name = await resolved()
  const revise = (base: number, text: string) =>
    as('olga').specs.revise({ project: 'lab', name, revision: { base, title: 'Exact sums', note: 'typos', text } })
  await revise(1, TEXT.replace('They are fast', 'They are quick'))
  await revise(2, TEXT.replace('They are fast', 'They are speedy'))
  // Each step changes few words, but the first sentence would say the opposite in the end.
  const opposite = TEXT.replace('They are fast', 'They are speedy').replace('must not differ', 'may well differ')
  await expect(revise(3, opposite)).rejects.toThrow('differ from the text that was resolved')
  const confirm = { kind: 'confirm-change', revision: 3 }
  await expect(act(name, confirm)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act(name, confirm, 'vic')
  const page = await as('vic').specs.get({ project: 'lab', name, asResolved: true })
  expect(page).toMatchObject({ resolvedRevision: 1, revision: { number: 1 } })
  expect(page.spec.amendments).toMatchObject([
    { revision: 2, confirmed: null },
    { revision: 3, confirmed: { by: { name: 'vic' } } },
  ])
  expect(await verify(name)).toMatchObject({
    problems: [],
    later: [{ kind: 'revise' }, { kind: 'revise' }, { kind: 'confirm-change' }],
  })
})

test('an exported file verifies without the server, and a changed character does not', async () => {
  const name = await resolved()
  await act(name, { kind: 'mark', outcome: 'built', note: 'in 2.0' })
  for (const format of ['markdown', 'json']) {
    const file = await exported(name, format)
    const intact = verifySpecFile(file)
    expect(intact).toMatchObject({ ok: true, value: { name, problems: [], later: [{ kind: 'mark' }] } })
    for (const [from, to] of [
      ['must not differ', 'may differ'],
      ['Is it slower?', 'Is it faster?'],
      ['It was measured.', 'It was guessed.'],
      ['"name":"vic"', '"name":"eve"'],
    ] as const) {
      expect(file).toContain(from)
      const forged = verifySpecFile(file.replaceAll(from, to))
      expect(forged.ok && forged.value.problems, `${format} ${from}`).not.toEqual([])
    }
  }
})

test('a file with its seal is imported with it, and a forged one is refused', async () => {
  const name = await resolved()
  const file = await exported(name)
  const forged = file.replaceAll('Is it slower?', 'Is it faster?')
  const refused = as('olga').specs.import({ project: 'empty', spec: { file: forged } })
  await expect(refused).rejects.toThrow('/feedback/1/body')
  const copy = await as('olga').specs.import({ project: 'empty', spec: { file } })
  const report = await verify(copy.name, 'empty')
  expect(report).toMatchObject({ seal: { kind: 'resolve' }, problems: [] })
  expect(report.later.map(({ kind }) => kind)).toEqual(['import'])
})

test('a spec that was resolved before seals existed is sealed later, once, and labeled so', async () => {
  const name = await resolved()
  await inDatabase('delete from spec_seal_link; delete from audit_event')
  const { specs } = server.services.db.in(scopeOf(lab))
  const now = new Date('2026-11-23T12:00:00.000Z')
  expect(await specs.sealResolved(now)).toBeGreaterThan(0)
  expect(await specs.sealResolved(now)).toBe(0)
  expect(await verify(name)).toMatchObject({
    seal: { kind: 'sealed-later', at: now.toISOString() },
    later: [],
    problems: [],
  })
})

/** Runs SQL without triggers and row-level security, as somebody could who has the database. */
const inDatabase = (sql: string, { triggers = false } = {}) =>
  queryAsOwner(server.url, triggers ? sql : `set session_replication_role = replica; ${sql}`)
