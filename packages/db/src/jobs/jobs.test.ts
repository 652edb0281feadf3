import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import type { JobTasks } from '../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const counting = () => {
  const done: unknown[] = []
  const tasks: JobTasks = {
    'find-changes': async (payload) => void done.push(payload),
    deliver: async () => {},
  }
  return { done, tasks }
}

test('several askings under one key are one job, done once', async () => {
  const { done, tasks } = counting()
  for (let i = 0; i < 5; i++)
    await lab.db.jobs.ask('find-changes', { projectId: lab.projectId, product: 'MySQL' }, lab.projectId)
  await Promise.all([lab.db.jobs.workOff(tasks), lab.db.jobs.workOff(tasks)])
  expect(done).toEqual([{ projectId: lab.projectId, product: 'MySQL' }])
  await lab.db.jobs.workOff(tasks)
  expect(done).toHaveLength(1)
})

test('a job that failed stays, to be tried again', async () => {
  let tried = 0
  const tasks: JobTasks = {
    ...counting().tasks,
    'find-changes': async () => {
      tried++
      throw new Error('not today')
    },
  }
  await lab.db.jobs.ask('find-changes', { projectId: lab.projectId, product: 'MySQL' }, 'failing')
  await lab.db.jobs.workOff(tasks)
  // The second try is a while later, so nothing is done now.
  await lab.db.jobs.workOff(tasks)
  expect(tried).toBe(1)
})

test('a running worker hears of a job at once', async () => {
  const { done, tasks } = counting()
  const worker = await lab.db.jobs.work(tasks, { concurrency: 1 })
  await lab.db.jobs.ask('find-changes', { projectId: lab.projectId, product: 'MySQL' }, 'heard')
  await expect.poll(() => done.length, { timeout: 1_500 }).toBe(1)
  await worker.stop()
})
