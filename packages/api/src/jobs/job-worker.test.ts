import type { JobTasks } from '@assay/db/types'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONG_JOBS, startLongJobs, startShortJobs, startWorker, workerTasks } from './job-worker.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Names of the tasks and of the schedule that a worker asks the queue for. */
async function namesOf(start: typeof startWorker) {
  const asked: { tasks: string[]; clockwork: string[] } = { tasks: [], clockwork: [] }
  const work = async (tasks: Partial<JobTasks>, { clockwork = {} }: { clockwork?: object }) => {
    asked.tasks.push(...Object.keys(tasks))
    asked.clockwork.push(...Object.keys(clockwork))
    return { stop: async () => undefined }
  }
  const db = Object.assign(Object.create(server.services.db), { jobs: { ...server.services.db.jobs, work } })
  await (await start({ ...server.services, db })).stop()
  return asked
}

test('a worker processes every kind of job, and the two processes of npm start share them without a rest', async () => {
  const every = Object.keys(workerTasks(server.services)).sort()
  expect((await namesOf(startWorker)).tasks.sort()).toEqual(every)
  const [long, short] = [await namesOf(startLongJobs), await namesOf(startShortJobs)]
  expect(long.tasks.sort()).toEqual([...LONG_JOBS].sort())
  expect([...long.tasks, ...short.tasks].sort()).toEqual(every)
  expect(short.tasks).toEqual(expect.arrayContaining(short.clockwork))
  expect(long.clockwork, 'the schedule runs in the process that never ends').toEqual([])
})
