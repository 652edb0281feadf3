import { parseAllowList } from '@assay/domain/run-requests/allow-list'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Runner, RunRequest } from '../../trpc/api-types.ts'
import { EXAMPLE_ALLOW_LIST } from './example-allow-list.ts'
import { NewPlanScreen } from './new-plan-screen.tsx'
import { readPlanFields } from './plan-query.ts'
import { machineTimeWords } from './request-words.ts'
import { RunnersScreen } from './runners-screen.tsx'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const AT = '2026-11-28T11:00:00.000Z'

const runner: Runner = {
  ...{ name: 'lab3', kind: 'machine', hardware: 'dell32', labels: ['nvme'], capabilities: {}, version: '0.2.0' },
  commands: [{ name: 'bench', description: '', parameters: [{ name: 'version', pattern: '.*', default: null }] }],
  ...{ registeredAt: AT, seenAt: AT, isOnline: true },
}
const request = (more: Partial<RunRequest>): RunRequest => ({
  ...{ id: crypto.randomUUID(), planId: null, position: 0, command: 'bench', parameters: { version: '18.1' } },
  ...{ labels: [], runner: null, state: 'waiting', maxAttempts: 10, estimateSeconds: 600, requestedBy: 'Vera' },
  ...{ queuedAt: AT, finishedAt: null, attempts: [], ...more },
})
const lost = {
  ...{ id: crypto.randomUUID(), number: 1, runner: 'lab3', state: 'lost' as const, outcome: null, exitCode: null },
  ...{ reason: 'The runner was killed.', runIds: [], leasedAt: AT, heartbeatAt: AT, expiresAt: AT, finishedAt: AT },
}

test('the page of runners shows machines, queue and calendar', () => {
  const requests = [request({ attempts: [lost] }), request({ estimateSeconds: null })]
  const page = renderToStaticMarkup(
    <RunnersScreen project="o~p" runners={[runner]} requests={requests} plans={[]} now={NOW} mayWrite="yes" />,
  )
  expect(page).toContain('1 of 1 runner online; 0 attempts running, 2 requests waiting (10 min)')
  for (const text of ['dell32', 'bench version=18.1', 'Calendar of lab3', 'duration unknown', 'lost', 'planned']) {
    expect(page).toContain(text)
  }
})

test('a request that has ended shows how long it took, an open one what is expected', () => {
  const accepted = { ...lost, state: 'accepted' as const, outcome: 'succeeded' as const, reason: null }
  const finishedAt = '2026-11-28T11:00:16.000Z'
  const ended = request({ state: 'finished', finishedAt, attempts: [lost, { ...accepted, finishedAt }] })
  expect(machineTimeWords(ended)).toBe('16 s')
  expect(machineTimeWords(request({}))).toBe('about 10 min')
  expect(machineTimeWords(request({ estimateSeconds: null }))).toBe('unknown')
})

test('without runners the page has the steps to the first one, with a valid allow-list', () => {
  const page = renderToStaticMarkup(
    <RunnersScreen project="o~p" runners={[]} requests={[]} plans={[]} now={NOW} mayWrite="sign-in" />,
  )
  expect(page).toContain('href="/docs/runners"')
  expect(page).toContain('href="/sign-in?next=')
  expect(page).toContain('--project o/p')
  expect(parseAllowList(EXAMPLE_ALLOW_LIST)).toMatchObject({ ok: true })
})

test('the form of a plan shows what is wrong', () => {
  const fields = readPlanFields({ kind: 'bisect', values: '17.6 18.0' })
  const planned = { problem: 'values: needs at least three values to bisect' }
  const page = renderToStaticMarkup(
    <NewPlanScreen project="o~p" runners={[runner]} fields={fields} planned={planned} mayWrite={false} />,
  )
  expect(page).toContain(planned.problem)
  expect(page).toContain('17.6 18.0</textarea>')
})
