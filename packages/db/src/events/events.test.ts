import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import { CHANNEL, EventNotifier } from './event-notifier.ts'
import type { ProjectEvent } from './event-types.ts'
import { listenForEvents } from './listen-for-events.ts'

let lab: TestProject
let pool: Pool
beforeAll(async () => {
  lab = await openTestProject()
  pool = new Pool({ connectionString: lab.url })
})
afterAll(async () => {
  await pool.end()
  await lab.close()
})

function listen() {
  const events: ProjectEvent[] = []
  const gaps: number[] = []
  const source = listenForEvents(lab.url, {
    onEvent: (event) => void events.push(event),
    onGap: () => void gaps.push(events.length),
  })
  return { events, gaps, ...source }
}

test('equal changes are merged, and every listener gets the same events in the same order', async () => {
  const [one, two] = [listen(), listen()]
  await Promise.all([one.listening, two.listening])
  const notifier = new EventNotifier(pool)
  for (let at = 0; at < 5; at++) notifier.notify(lab.projectId, 'token:a', 'run-stored')
  notifier.notify(lab.projectId, 'token:b', 'run-stored')
  notifier.notify(lab.projectId, 'server:', 'finding', null, 3)
  notifier.notify(lab.projectId, 'server:', 'finding', null, 0)
  await expect.poll(() => one.events.length).toBe(4)
  expect(one.events).toMatchObject([
    { change: 'run-stored', count: 1, actorKey: 'token:a', specId: null },
    { change: 'run-stored', count: 4, actorKey: 'token:a', specId: null },
    { change: 'run-stored', count: 1, actorKey: 'token:b' },
    { change: 'finding', count: 3 },
  ])
  await expect.poll(() => two.events).toEqual(one.events)
  await Promise.all([one.stop(), two.stop()])
})

test('after a lost connection the listener listens again and reports the gap once', async () => {
  const listener = listen()
  await listener.listening
  for (let lost = 1; lost <= 2; lost++) {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay events' and datname = current_database()`,
    )
    await expect.poll(() => listener.gaps.length, { timeout: 10_000 }).toBe(lost)
  }
  const notifier = new EventNotifier(pool)
  notifier.notify(lab.projectId, 'token:a', 'run-stored')
  await notifier.flush()
  await expect.poll(() => listener.events.length).toBe(1)
  await listener.stop()
})

test('unknown and malformed notifications are ignored, and nothing arrives after the stop', async () => {
  const listener = listen()
  await listener.listening
  for (const payload of ['', 'no JSON', '{"id":1}', '{"change":"of-a-later-version"}']) {
    await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
  }
  const notifier = new EventNotifier(pool)
  notifier.notify(lab.projectId, 'token:a', 'run-removed')
  await notifier.flush()
  await expect.poll(() => listener.events).toMatchObject([{ change: 'run-removed' }])
  await listener.stop()
  notifier.notify(lab.projectId, 'token:a', 'run-stored')
  await notifier.flush()
  await sleep(50)
  expect(listener.events).toHaveLength(1)
})
