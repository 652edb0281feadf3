import { scopeOf } from '@assay/db/open'
import { NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The longest known bug. */
const bug = (number: number) =>
  NewKnownBug.parse({
    ...{ bug: String(number), product: 'Postgres', title: 'Slow', about: 'a'.repeat(5_000), affectedFrom: '18.0' },
    ...{ tests: names('t'), workloads: names('w') },
  })
const names = (letter: string) => Array.from({ length: 200 }, (_, at) => `${at}${letter.repeat(190)}`)
const FITTING = Math.floor(4_000_000 / JSON.stringify(bug(10)).length) - 1

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const lab = await server.addProject('lab')
  token = lab.token
  const { knownBugs } = server.db.in(scopeOf(lab.project))
  await Promise.all(Array.from({ length: FITTING }, (_, at) => knownBugs.save(bug(at))))
})
afterAll(() => server.stop())

async function save(number: number): Promise<string> {
  const answer = await server.send('/api/v1/projects/lab/known-bugs', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bug(number)),
  })
  const text = await answer.text()
  return answer.ok ? 'saved' : `${answer.status} ${JSON.parse(text).code}`
}

test('the known bugs of a project have a maximum length, and the last one can still be changed', async () => {
  expect([await save(FITTING), await save(FITTING + 1)]).toContain('403 quota-exceeded')
  expect(await save(0)).toBe('saved')
})
