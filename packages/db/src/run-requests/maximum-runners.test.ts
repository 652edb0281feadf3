import { MAX_RUNNERS } from '@assay/domain/run-requests/run-request'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const register = (name: string) =>
  lab.project.runRequests.registerRunner(name, {
    ...{ hardware: name, labels: [], capabilities: {}, version: null },
    commands: [{ name: 'sysbench', description: '', parameters: [] }],
  })
const names = async () => (await lab.project.runRequests.listRunners()).map(({ name }) => name)

test('a project has a maximum of runners, and one that was not seen for a day gives its place to a new one', async () => {
  const all = Array.from({ length: MAX_RUNNERS + 20 }, (_, at) => register(`machine-${at}`))
  expect((await Promise.all(all)).filter((session) => session === 'too-many')).toHaveLength(20)
  const [known = ''] = await names()
  expect(await register(known), 'a known one registers again').toBe(2)
  const owner = new Client({ connectionString: lab.url })
  await owner.connect()
  await owner.query(`update runner set seen_at = now() - interval '25 hours' where name = $1`, [known])
  await owner.end()
  expect([await register('new'), await register('newer')]).toEqual([1, 'too-many'])
  const left = await names()
  expect([left.length, left.includes('new'), left.includes(known)]).toEqual([MAX_RUNNERS, true, false])
})
