import { addPerson } from '@assay/db/testing'
import { specName } from '@assay/domain/specs/spec'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleTrpc } from '../http/handle-trpc.ts'
import { createCaller } from '../router.ts'

const TEXT = `# Datatypes

## Goals

IEEE754 numbers are added, and every operation rounds as the standard says.

## Functions

There is one function for each operation, so that hardware does the work where it can.`

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  const organizations = (role: 'owner' | 'author' | 'viewer') => ({
    organizations: { [lab.project.organization.id]: role },
  })
  for (const [name, role] of [
    ['olga', 'author'],
    ['carl', 'author'],
    ['vic', 'viewer'],
    ['max', 'owner'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, organizations(role)))
  }
})
afterAll(() => server.stop())

const keyOf = (name: string) => `person:${ids.get(name)}`
const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const visitor = () => createCaller({ services: server.services, caller: anonymous })
const inDays = (days: number) => new Date(server.services.now().getTime() + days * 86_400_000).toISOString()

async function draft(more: object = {}, text = TEXT): Promise<string> {
  const spec = { kind: 'functional', title: 'Datatypes', text, ...more }
  return (await as('olga').specs.create({ project: 'lab', spec })).name
}
const act = (person: string, name: string, action: object) => as(person).specs.act({ project: 'lab', name, action })
const get = (name: string, revision?: number) => as('olga').specs.get({ project: 'lab', name, revision })
const revise = (person: string, name: string, base: number, text: string) =>
  as(person).specs.revise({ project: 'lab', name, revision: { base, title: 'Datatypes', text, note: 'as asked' } })

const invite = () => ({ kind: 'invite', who: { key: keyOf('vic'), name: 'vic' } })
const schedule = () => ({ kind: 'schedule', meetingAt: inDays(15), timeZone: 'UTC', place: 'Room 1' })

async function inReview(more: object = {}): Promise<string> {
  const name = await draft(more)
  await act('olga', name, invite())
  await act('olga', name, schedule())
  return name
}
async function resolved(name: string): Promise<void> {
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act('olga', name, { kind })
}

test('a spec is numbered by its kind, and a draft is not visible to everybody', async () => {
  const first = await draft()
  const second = await draft()
  expect([first, second]).toEqual(['FS-1', 'FS-2'])
  await expect(visitor().specs.get({ project: 'lab', name: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await visitor().specs.list({ project: 'lab' })).toEqual([])
  await expect(as('vic').specs.get({ project: 'lab', name: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await as('carl').specs.get({ project: 'lab', name: first })).rights).toContain('feedback')
  await act('olga', first, invite())
  expect((await as('vic').specs.get({ project: 'lab', name: first })).state).toBe('draft')
})

test('a comment stays on its words, gets a response, is done in a revision, and the spec is resolved', async () => {
  const name = await inReview()
  const { revision } = await get(name)
  const block = revision.blocks.find(({ text }) => text.startsWith('IEEE754'))?.id
  const anchor = { kind: 'range', block, quote: 'every operation rounds' }
  await act('vic', name, { kind: 'give', body: 'Which mode?', anchor, revision: 1 })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'good-point' })
  await expect(act('olga', name, { kind: 'resolve' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await revise('olga', name, 1, `Preface.\n\n${TEXT}`)
  await expect(act('olga', name, { kind: 'carry-out', feedback: 1, revision: 2 })).rejects.toThrow(/state where it is/)
  await revise('olga', name, 2, TEXT.replace('every operation rounds as', 'every operation rounds to even, as'))
  // The form suggests the revision that changed the text, and not the newest one.
  await revise(
    'olga',
    name,
    3,
    `Preface, again.\n\n${TEXT.replace('every operation rounds as', 'every operation rounds to even, as')}`,
  )
  expect((await get(name)).suggestedRevisions).toEqual([{ feedback: 1, revision: 3 }])
  await act('olga', name, { kind: 'carry-out', feedback: 1, revision: 3 })
  await resolved(name)
  const after = await get(name)
  expect(after).toMatchObject({ state: 'resolved', missing: [] })
  expect(after.placements).toMatchObject([{ feedback: 1, placement: { state: 'exact', block } }])
  // A6: every old revision is unchanged, with its comments at their positions.
  expect((await get(name, 1)).revision.text).toBe(TEXT)
  expect((await get(name, 2)).placements).toMatchObject([{ feedback: 1, placement: { state: 'exact', block } }])
})

test('A3: an attempt to resolve lists what is missing', async () => {
  const name = await inReview()
  await act('vic', name, { kind: 'give', body: 'Why?', anchor: { kind: 'whole' }, revision: 1 })
  for (const kind of ['hold', 'close-meeting']) await act('olga', name, { kind })
  await expect(act('olga', name, { kind: 'resolve' })).rejects.toMatchObject({
    message: 'F-1 has no response.',
    cause: { error: { code: 'spec-incomplete', places: [{ pointer: '/open', message: 'F-1 has no response.' }] } },
  })
  await expect(
    act('max', name, { kind: 'answer', feedback: 1, answer: 'answered', reason: 'no' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('A2: a design review waits for its functional spec, also when both are changed concurrently', async () => {
  const functional = await inReview()
  const design = await draft({ kind: 'design', title: 'How', parent: functional })
  await act('olga', design, invite())
  await expect(act('olga', design, schedule())).rejects.toThrow(`${functional}, its functional spec, is not resolved.`)
  await resolved(functional)
  const raced = await Promise.allSettled([
    act('olga', functional, { kind: 'reopen', reason: 'one more thing' }),
    act('olga', design, schedule()),
  ])
  expect(raced[0].status).toBe('fulfilled')
  // In either order, a design review is only scheduled while its functional spec is resolved.
  const events = await get(design)
  expect(events.state).toBe(raced[1].status === 'fulfilled' ? 'in-review' : 'draft')
  await expect(draft({ kind: 'design', title: 'Orphan', parent: 'FS-999' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('A11: of two authors who write concurrently neither loses their text, while reviewers comment', async () => {
  const name = await inReview()
  await act('olga', name, { kind: 'add-author', who: { key: keyOf('carl'), name: 'carl' } })
  const [mine, theirs] = [`${TEXT}\n\nBy Olga.`, `${TEXT}\n\nBy Carl.`]
  const give = { kind: 'give', body: 'Hm.', anchor: { kind: 'whole' }, revision: 1 }
  const [olga, carl] = await Promise.all([
    revise('olga', name, 1, mine),
    revise('carl', name, 1, theirs),
    ...Array.from({ length: 10 }, () => act('vic', name, give)),
  ])
  expect([olga, carl].map((one) => 'outcome' in one && one.outcome).sort()).toEqual(['kept', 'saved'])
  const { spec, revision } = await get(name)
  const copies = await as('olga').specs.copies({ project: 'lab', name })
  expect([revision.text, ...copies.map(({ text }) => text)].sort()).toEqual([theirs, mine].sort())
  expect(spec.feedback.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('A7: links to headings and paragraphs keep working after renames, moves and removals', async () => {
  const name = await inReview()
  const goals = (await get(name)).revision.blocks.find(({ text }) => text === 'Goals')?.id
  const find = (what: string) => visitor().specs.findBlock({ project: 'lab', name, blockName: what })
  expect(await find('goals')).toEqual({ fragment: goals, revision: null })
  await revise('olga', name, 1, TEXT.replace('## Goals', '## What it shall reach'))
  expect(await find('goals')).toEqual({ fragment: goals, revision: null })
  expect(await find('what-it-shall-reach')).toEqual({ fragment: goals, revision: null })
  await revise('olga', name, 2, '# Datatypes\n\n## Functions\n\nThere are some.')
  expect(await find('goals')).toEqual({ fragment: goals, revision: 2 })
  expect(await find(goals ?? '')).toEqual({ fragment: goals, revision: 2 })
})

test('search finds comments, and only those that the caller can see', async () => {
  const name = await inReview()
  await act('vic', name, {
    kind: 'give',
    body: 'Use decimal arithmetic instead?',
    anchor: { kind: 'whole' },
    revision: 1,
  })
  const reason = 'Hardware has no decimal unit.'
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason })
  const found = await visitor().specs.search({ project: 'lab', words: 'decimal', response: 'no-thank-you' })
  expect(found).toMatchObject([{ kind: 'response', ref: 'F-1.1', response: 'no-thank-you' }])
  expect(await as('carl').specs.search({ project: 'lab', words: 'decimal' })).toHaveLength(2)
  const hidden = await draft({ title: 'Hidden' }, 'A wombat.')
  expect(await visitor().specs.search({ project: 'lab', words: 'wombat' })).toEqual([])
  expect(await as('olga').specs.search({ project: 'lab', words: 'wombat' })).toHaveLength(1)
  expect(hidden).toMatch(/^FS-/)
})

test('a token with write access can do everything through REST', async () => {
  const agent = createCaller({ services: server.services, caller: tokenOf(lab.project, ['write'], 'agent') })
  await expect(agent.specs.act({ project: 'lab', name: 'FS-1', action: { kind: 'hold' } })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const send = async (path: string, body?: object) => {
    const answer = await server.send(`/api/v1/projects/lab/specs${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: Object(await answer.json()) }
  }
  const made = await send('', { kind: 'functional', title: 'By a program', text: TEXT })
  expect(made).toMatchObject({ status: 201, body: { state: 'draft', revision: 1 } })
  const at = `/${made.body.name}`
  const revision = { base: 1, title: 'By a program', text: `${TEXT}\n`, note: 'an end' }
  expect(await send(`${at}/revisions`, revision)).toMatchObject({
    status: 200,
    body: { outcome: 'saved', revision: 2 },
  })
  const refused = await send(`${at}/actions`, { ...schedule() })
  expect(refused).toMatchObject({ status: 409, body: { code: 'spec-incomplete' } })
  expect(await send(at)).toMatchObject({ status: 200, body: { title: 'By a program', text: `${TEXT}\n` } })
  expect((await send('')).body.specs.some(({ name }: { name: string }) => name === made.body.name)).toBe(true)
})

test('a goal is shown by a stored run, with its measurement until the run is removed', async () => {
  const name = await inReview()
  await resolved(name)
  const mark = (id: string) => ({ kind: 'mark', outcome: 'built', runs: [{ id, goal: 'As fast', met: false }] })
  await expect(act('olga', name, mark(crypto.randomUUID()))).rejects.toThrow(/There is no run/)
  const program = createCaller({ services: server.services, caller: tokenOf(lab.project, ['upload', 'write']) })
  const { runId } = await program.runs.upload({ document: exampleDocument() })
  await act('olga', name, mark(runId))
  expect((await get(name)).shownBy).toMatchObject([
    { goal: 'As fast', met: false, measured: 'Postgres 17.6 on dell32: sysbench cached, 8 tables, 10M rows' },
  ])
  await as('max').runs.remove({ project: 'lab', runId })
  expect((await get(name)).shownBy).toMatchObject([{ id: runId, measured: null }])
  await act('olga', name, { ...mark(runId), note: 'The run is gone, and what it showed is not.' })
})

test('a text that is based on a missing revision is refused and not stored', async () => {
  const name = await draft()
  await expect(revise('olga', name, 9, `${TEXT} More.`)).rejects.toThrow(
    'There is no revision 9 to write on; the newest is 1.',
  )
  expect(await as('olga').specs.copies({ project: 'lab', name })).toEqual([])
})

test('invalid input of a procedure gets a readable error', async () => {
  const request = new Request('http://assay.test/api/trpc/specs.revise', {
    method: 'POST',
    headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'lab', name: 5, revision: {} }),
  })
  const answer = await handleTrpc(request, server.services, '/api/trpc')
  expect(Object(await answer.json()).error).toMatchObject({
    message: '/name: must be a text. Nothing was stored.',
    data: { app: { code: 'document-invalid' } },
  })
})

test('the outcome of a spec can be searched, listed and exported, and names its successor', async () => {
  const [old, next] = [await inReview({ title: 'Old' }), await inReview({ title: 'Next' })]
  const search = async (words: string) =>
    (await as('vic').specs.search({ project: 'lab', words })).map(({ spec, kind }) => `${specName(spec)} ${kind}`)
  const listed = async (name: string) =>
    (await as('vic').specs.list({ project: 'lab' })).find((spec) => specName(spec) === name)
  await resolved(old)
  await resolved(next)
  const mark = { kind: 'mark', outcome: 'abandoned' }
  await expect(act('olga', old, mark)).rejects.toThrow(/Enter the reason why/)
  await act('olga', old, { ...mark, note: 'The zeppelin left.', versions: ['9.7'] })
  expect(await search('abandoned zeppelin')).toEqual([`${old} outcome`])
  expect(await listed(old)).toMatchObject({ outcome: 'abandoned', met: 0, missed: 0, successor: null })
  await act('olga', old, { kind: 'supersede', successor: next, reason: 'A dirigible came.' })
  expect(await search('superseded dirigible')).toEqual([`${old} outcome`])
  expect(await listed(old)).toMatchObject({ state: 'superseded', successor: next })
  expect(await get(old)).toMatchObject({ successor: { name: next, title: 'Next' }, supersedes: [] })
  expect(await get(next)).toMatchObject({ successor: null, supersedes: [{ name: old, title: 'Old' }] })
  const file = async (name: string) => (await as('vic').specs.export({ project: 'lab', name })).text
  expect(await file(old)).toContain(`- **State:** superseded by ${next}, abandoned`)
  expect(await file(next)).toContain(`- **Supersedes:** ${old}`)
  await expect(act('olga', next, { kind: 'supersede', successor: old, reason: 'Back.' })).rejects.toThrow(
    `${old} was superseded itself, by ${next}. Name a spec that is still active.`,
  )
  await act('olga', next, { kind: 'reopen', reason: 'More of it' })
})

test('people who can be assigned to a spec are listed with their write access', async () => {
  const name = await inReview()
  await as('vic').specs.recordRead({ project: 'lab', name, revision: 1 })
  const people = await as('olga').specs.people({ project: 'lab', name })
  expect(people.map((one) => `${one.name} ${one.writes}`)).toEqual(['carl true', 'max true', 'olga true', 'vic false'])
})
