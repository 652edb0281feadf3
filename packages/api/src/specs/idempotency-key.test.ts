// A request that a browser sends again, because the server was interrupted before it responded, is stored once.

import { randomUUID } from 'node:crypto'
import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const TEXT = '# Sums\n\nSums of doubles are the same on every machine.'

let server: TestServer
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  for (const name of ['olga', 'carl', 'vic']) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [project.organization.id]: 'author' } }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) }).specs
const project = 'lab'
const spec = { kind: 'functional', title: 'Sums', text: TEXT }

test('a spec that is sent twice is one spec', async () => {
  const once = randomUUID()
  const [first, second] = await Promise.all([
    as('olga').create({ project, spec, once }),
    as('olga').create({ project, spec, once }),
  ])
  expect(second).toEqual(first)
  expect(await as('olga').create({ project, spec, once: randomUUID() })).not.toEqual(first)
})

test('a comment that is sent again, at once or later, is one comment; the same from another person is a second one', async () => {
  const { name } = await as('olga').create({ project, spec })
  const once = randomUUID()
  const give = (person: string) =>
    as(person).act({
      project,
      name,
      once,
      action: { kind: 'give', body: 'Why?', anchor: { kind: 'whole' }, revision: 1 },
    })
  expect(await as('vic').sent({ project, once: [once] })).toEqual([])
  await Promise.all([give('vic'), give('vic'), give('vic')])
  await give('vic')
  expect((await as('olga').get({ project, name })).spec.feedback).toHaveLength(1)
  await give('carl')
  expect((await as('olga').get({ project, name })).spec.feedback).toHaveLength(2)
  expect(await as('vic').sent({ project, once: [once, randomUUID()] })).toEqual([once])
  expect(await as('olga').sent({ project, once: [once] })).toEqual([])
})

test('a refused action is not stored, and can be sent again', async () => {
  const { name } = await as('olga').create({ project, spec })
  const once = randomUUID()
  const give = (revision: number) =>
    as('carl').act({
      project,
      name,
      once,
      action: { kind: 'give', body: 'Why?', anchor: { kind: 'heading', block: 'b1' }, revision },
    })
  await expect(give(7)).rejects.toThrow()
  expect(await as('carl').sent({ project, once: [once] })).toEqual([])
  await give(1)
  expect((await as('olga').get({ project, name })).spec.feedback).toHaveLength(1)
})

test("a revision that is sent again is the same one, also after another person's revision", async () => {
  const { name } = await as('olga').create({ project, spec })
  const once = randomUUID()
  const revise = (person: string, base: number, text: string, of?: string) =>
    as(person).revise({ project, name, once: of, revision: { base, title: 'Sums', text, note: 'more' } })
  const carl = { key: `person:${ids.get('carl')}`, name: 'carl' }
  await as('olga').act({ project, name, action: { kind: 'add-author', who: carl } })
  const mine = () => revise('olga', 1, `${TEXT} Always.`, once)
  expect(await Promise.all([mine(), mine()])).toMatchObject([{ revision: 2 }, { revision: 2 }])
  await revise('carl', 2, `${TEXT} Mostly.`)
  expect(await mine()).toMatchObject({ outcome: 'saved', revision: 2 })
  expect((await as('olga').get({ project, name })).revision.number).toBe(3)
  expect(await as('olga').copies({ project, name })).toEqual([])
  const second = () => revise('carl', 1, `${TEXT} Seldom.`)
  expect((await second()).copyId).toBe((await second()).copyId)
  expect(await as('olga').copies({ project, name })).toHaveLength(1)
})
