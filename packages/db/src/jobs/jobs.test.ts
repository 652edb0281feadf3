import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import type { JobTasks } from '../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const AN_HOUR_MS = 3_600_000

const counting = () => {
  const done: unknown[] = []
  const tasks: Partial<JobTasks> = {
    'find-changes': async (payload) => void done.push(payload),
    'remove-files': async () => {},
    deliver: async () => {},
  }
  return { done, tasks }
}

test('several requests with one key are one job that runs once', async () => {
  const { done, tasks } = counting()
  for (let i = 0; i < 5; i++)
    await lab.db.jobs.enqueue('find-changes', { projectId: lab.projectId, product: 'MySQL' }, lab.projectId)
  await Promise.all([lab.db.jobs.runPending(tasks), lab.db.jobs.runPending(tasks)])
  expect(done).toEqual([{ projectId: lab.projectId, product: 'MySQL' }])
  await lab.db.jobs.runPending(tasks)
  expect(done).toHaveLength(1)
})

test('a failed job stays in the queue for a retry', async () => {
  let tried = 0
  const tasks: Partial<JobTasks> = {
    ...counting().tasks,
    'find-changes': async () => {
      tried++
      throw new Error('not today')
    },
  }
  await lab.db.jobs.enqueue('find-changes', { projectId: lab.projectId, product: 'MySQL' }, 'failing')
  await lab.db.jobs.runPending(tasks)
  // The retry is later, so nothing runs now.
  await lab.db.jobs.runPending(tasks)
  expect(tried).toBe(1)
})

test('a running worker gets a job at once', async () => {
  const { done, tasks } = counting()
  const worker = await lab.db.jobs.work(tasks, { concurrency: 1, pollMs: AN_HOUR_MS })
  const isNotified = async () => {
    // The job is queued again, because the worker may not listen yet.
    await lab.db.jobs.enqueue('find-changes', { projectId: lab.projectId, product: 'MySQL' }, 'heard')
    return done.length > 0
  }
  await expect.poll(isNotified).toBe(true)
  await worker.stop()
})

test('the job of a killed worker is taken by another, that of a living worker is not', async () => {
  const { done, tasks } = counting()
  let held = 0
  const letGo = Promise.withResolvers<void>()
  const hanging: Partial<JobTasks> = {
    ...tasks,
    deliver: async () => {
      held++
      await letGo.promise
    },
  }
  const alive = await lab.db.jobs.work(hanging, { concurrency: 1 })
  await lab.db.jobs.enqueue('deliver', { projectId: lab.projectId, deliveryId: 'slow' }, 'slow')
  await lab.db.jobs.enqueue('find-changes', { projectId: lab.projectId, product: 'Killed' }, 'killed')
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  await expect.poll(() => held).toBe(1)
  // The state that a killed worker leaves behind.
  await client.query(`
    update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() where key = 'killed'`)
  await client.end()
  const other = await lab.db.jobs.work(hanging, { concurrency: 1 })
  const again = { projectId: lab.projectId, product: 'Killed' }
  await expect.poll(() => done).toContainEqual(again)
  expect(held).toBe(1)
  letGo.resolve()
  await Promise.all([alive.stop(), other.stop()])
})

test('a job is due while it runs or could run, and not while it waits for a retry or has another name', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const failing: Partial<JobTasks> = {
    'remove-files': async () => {
      begun.resolve()
      await held.promise
      throw new Error('not today')
    },
  }
  expect(await lab.db.jobs.areDue(['remove-files'])).toBe(false)
  await lab.db.jobs.enqueue('remove-files', { projectId: lab.projectId }, 'due')
  expect([await lab.db.jobs.areDue(['remove-files']), await lab.db.jobs.areDue(['process-outbox'])]).toEqual([
    true,
    false,
  ])
  const working = lab.db.jobs.runPending(failing)
  await begun.promise
  expect(await lab.db.jobs.areDue(['remove-files'])).toBe(true)
  held.resolve()
  await working
  // It waits for 3 s, which a busy machine can take until the next line.
  const client = new Client(lab.url)
  await client.connect()
  const { rowCount } = await client.query(`
    update graphile_worker._private_jobs set run_at = run_at + interval '1 hour' where key = 'due' and attempts = 1`)
  await client.end()
  expect(rowCount).toBe(1)
  expect(await lab.db.jobs.areDue(['remove-files'])).toBe(false)
})

test('at most two deliveries of one project run at once, so that its receivers delay no other project', async () => {
  const running: string[] = []
  const letGo = Promise.withResolvers<void>()
  const hanging: Partial<JobTasks> = {
    ...counting().tasks,
    deliver: async ({ projectId }) => {
      running.push(projectId)
      if (projectId === lab.projectId) await letGo.promise
    },
  }
  for (let at = 0; at < 12; at++) {
    await lab.db.jobs.enqueue('deliver', { projectId: lab.projectId, deliveryId: `slow-${at}` }, `slow-${at}`)
  }
  const worker = await lab.db.jobs.work(hanging, { concurrency: 4 })
  await lab.db.jobs.enqueue('deliver', { projectId: 'another', deliveryId: 'quick' }, 'quick')
  await expect.poll(() => running).toContain('another')
  expect(running.filter((id) => id === lab.projectId)).toHaveLength(2)
  letGo.resolve()
  await expect.poll(() => running.length).toBe(13)
  await worker.stop()
})
