import { addPerson, canonicalDump } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const TEXT = `# Datatypes

## Goals

IEEE754 numbers are added, and every operation rounds as the standard says.

## Functions

There is one function for each operation, so that hardware does the work where it can.

| function | result |
|---|---|
| add | double |`

let server: TestServer
let projectId: string
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  projectId = project.id
  for (const [name, role] of [
    ['olga', 'author'],
    ['sam', 'viewer'],
    ['vic', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const person = (name: string) => ({ key: `person:${ids.get(name)}`, name })
const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (by: string, name: string, action: object) => as(by).specs.act({ project: 'lab', name, action })
const get = (name: string, revision?: number) => as('olga').specs.get({ project: 'lab', name, revision })
const inDays = (days: number) => new Date(server.services.now().getTime() + days * 86_400_000).toISOString()

async function inReview(more: object = {}): Promise<string> {
  const spec = { kind: 'functional', title: 'Datatypes', text: TEXT, ...more }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await act('olga', name, { kind: 'invite', who: person('vic') })
  await act('olga', name, { kind: 'schedule', meetingAt: inDays(15), timeZone: 'UTC', place: 'Room 1' })
  return name
}
const onWords = (quote: string, block = 'b3') => ({ kind: 'range', block, quote })

test('a scribe who is named later writes minutes, points and drafts, which an author confirms', async () => {
  const name = await inReview()
  await expect(act('sam', name, { kind: 'hold' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act('olga', name, { kind: 'name-scribe', scribe: person('sam') })
  await act('sam', name, { kind: 'hold' })
  await act('sam', name, { kind: 'minute', minutes: 'Begun at ten.', attendance: ['Vera'] })
  const anchor = onWords('rounds as the standard says')
  const comment = { kind: 'give', body: 'Which standard?', anchor, revision: 1, giver: 'Vera', source: 'meeting' }
  await act('sam', name, comment)
  const no = { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'There is one.' }
  await act('sam', name, no)
  // The action has no minutes, so the earlier minutes stay.
  await act('sam', name, { kind: 'close-meeting' })
  expect((await get(name)).spec.rounds[0]).toMatchObject({
    minutes: 'Begun at ten.',
    attendance: ['Vera'],
    leftOpen: [1],
  })
  await expect(act('olga', name, { kind: 'resolve' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(act('sam', name, { kind: 'confirm', feedback: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act('olga', name, { kind: 'confirm', feedback: 1 })
  await act('olga', name, { kind: 'resolve' })
  expect((await get(name)).spec.feedback[0]).toMatchObject({
    giver: { name: 'Vera' },
    recorder: { name: 'sam' },
    responses: [{ draft: true }, { draft: false, reason: 'There is one.', by: { name: 'olga' } }],
  })
})

test('an author attaches a detached comment to another text, which it then follows', async () => {
  const name = await inReview()
  const anchor = onWords('every operation rounds as the standard says')
  await act('vic', name, { kind: 'give', body: 'Which?', anchor, revision: 1 })
  const revise = (base: number, text: string) =>
    as('olga').specs.revise({
      ...{ project: 'lab', name },
      revision: { base, title: 'Datatypes', text, note: 'edited' },
    })
  const second = TEXT.replace('IEEE754 numbers are added, and every operation rounds as the standard says.', 'Sums.')
  await revise(1, second)
  const placementOf = async (revision?: number) => (await get(name, revision)).placements[0]?.placement
  expect(await placementOf()).toMatchObject({ state: 'detached' })
  const words = 'hardware does the work'
  const block = (await get(name)).revision.blocks.find(({ text }) => text.includes(words))?.id ?? ''
  const move = { kind: 'place', feedback: 1, anchor: onWords(words, block) }
  await expect(act('vic', name, move)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(act('olga', name, { ...move, anchor: { kind: 'whole' } })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  })
  await act('olga', name, move)
  expect(await placementOf()).toMatchObject({ state: 'moved', block })
  expect(await placementOf(1)).toMatchObject({ state: 'exact', block: 'b3' })
  expect((await get(name)).spec.feedback[0]).toMatchObject({
    anchor: { quote: 'every operation rounds as the standard says' },
    placed: { anchor: { quote: words }, revision: 2, by: { name: 'olga' } },
  })
  await revise(2, second.replace('so that hardware', 'and so fast hardware'))
  const { placements, revision } = await get(name)
  const placed = placements[0]?.placement
  expect(placed).toMatchObject({ state: 'moved', block })
  expect(revision.blocks.find(({ id }) => id === block)?.text.slice(placed?.start, placed?.end)).toBe(words)
})

test('a comment can be on a heading, a row of a table, a cell or the whole spec', async () => {
  const name = await inReview()
  const { revision } = await get(name)
  const idOf = (start: string) => revision.blocks.find(({ text }) => text.startsWith(start))?.id ?? ''
  const give = (anchor: object) => act('vic', name, { kind: 'give', body: 'Why?', anchor, revision: 1 })
  await give({ kind: 'heading', block: idOf('Functions') })
  await give({ kind: 'block', block: idOf('add') })
  await give({ kind: 'cell', block: idOf('add'), quote: 'double' })
  await give({ kind: 'whole' })
  expect((await get(name)).spec.feedback.map(({ anchor }) => [anchor.kind, anchor.quote])).toEqual([
    ['heading', 'Functions'],
    ['block', 'add double'],
    ['cell', 'double'],
    ['whole', ''],
  ])
})

test('a comment that moves to the design review becomes a comment there', async () => {
  const name = await inReview()
  const block = (await get(name)).revision.blocks.find(({ text }) => text.startsWith('IEEE754'))?.id
  const anchor = { kind: 'range', block, quote: 'every operation rounds' }
  await act('vic', name, { kind: 'give', body: 'How fast?', anchor, revision: 1 })
  const move = (to: string) => act('olga', name, { kind: 'answer', feedback: 1, answer: 'moved', movedTo: to })
  await expect(move('DS-77')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  await expect(move('elsewhere')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  const design = await as('olga').specs.create({
    project: 'lab',
    spec: { kind: 'design', title: 'Datatypes', text: TEXT, parent: name },
  })
  await move(design.name)
  const point = `${name} F-1`
  expect((await get(name)).spec.feedback[0]?.responses).toMatchObject([{ movedTo: `${design.name} F-1` }])
  expect((await get(design.name)).spec.feedback).toMatchObject([
    {
      body: 'How fast?',
      anchor: { kind: 'whole', quote: 'every operation rounds' },
      movedFrom: point,
      giver: person('vic'),
      responses: [],
    },
  ])
})

test('the successor of a spec is a spec of the same project', async () => {
  const name = await inReview()
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act('olga', name, { kind })
  const supersede = (successor: string) => act('olga', name, { kind: 'supersede', reason: 'better', successor })
  await expect(supersede('FS-999')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(supersede(name)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  await supersede((await inReview()).toLowerCase())
  expect((await get(name)).spec.ended?.successor).toMatch(/^FS-\d+$/)
})

test('redacted text of comments and responses is nowhere any more, and their numbers stay', async () => {
  const name = await inReview()
  const body = 'The password is walnut-41'
  await act('vic', name, { kind: 'give', body, anchor: { kind: 'whole' }, revision: 1 })
  const reason = 'No, it is walnut-42'
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason })
  expect(await canonicalDump(server.url, projectId)).toContain('walnut-4')
  // A redaction needs two people: the author of the spec or of the comment cannot redact alone.
  for (const response of [null, 1]) {
    await act('olga', name, { kind: 'request-redaction', feedback: 1, response, reason: 'a secret' })
    await expect(act('olga', name, { kind: 'redact', feedback: 1, response })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
    expect((await get(name)).spec.feedback[0]?.redactionRequests).toMatchObject([{ response, as: 'author' }])
    await act('vic', name, { kind: 'redact', feedback: 1, response })
  }
  expect(await canonicalDump(server.url, projectId)).not.toContain('walnut-4')
  const { id, spec } = await get(name)
  // Whoever has the text can ask the operator if it is this one; without the secret of the server nobody can guess it.
  const sha256 = server.services.tokenHash(`redacted text of ${id} ${JSON.stringify([body, ''])}`)
  const by = { by: { name: 'vic' }, requestedBy: { name: 'olga' } }
  expect(spec.feedback[0]).toMatchObject({
    number: 1,
    redacted: { reason: 'a secret', ...by, characters: body.length, sha256 },
    redactionRequests: [],
    responses: [
      {
        number: 1,
        kind: 'no-thank-you',
        redacted: { reason: 'a secret', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
  })
})
