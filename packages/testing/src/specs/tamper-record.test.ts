import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { reviewedSpec } from './reviewed-spec.ts'
import { distinctChanges, listChanges, unseenChanges } from './tamper-record.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a changed value of every kind in every column of the record of a spec is found, and every removed row', async () => {
  const { name, as, specId } = await reviewedSpec(server)
  const problems = async () => (await as('mia').specs.verify({ project: 'lab', name })).problems
  expect(await problems()).toEqual([])
  const changes = distinctChanges(await listChanges(server.url, specId))
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(
    new Set(['text', 'empty text', 'number', 'time', 'hash', 'flag', 'removed row']),
  )
  expect(await unseenChanges(changes, async () => (await problems()).length > 0)).toEqual([])
  expect(await problems()).toEqual([])
})
