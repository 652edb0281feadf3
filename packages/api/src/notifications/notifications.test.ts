import { scopeOf } from '@assay/db/open'
import { MAX_FINDING_MESSAGES_PER_HOUR } from '@assay/domain/notifications/message-limit'
import {
  type NotificationLab,
  type NotificationProject,
  startNotificationLab,
} from '@assay/testing/server/notification-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { isWebhookSignedBy } from './webhook-signature.ts'

let lab: NotificationLab
let fixture: NotificationProject

beforeAll(async () => {
  lab = await startNotificationLab()
})
afterAll(() => lab.server.stop())

beforeEach(async () => {
  fixture = await lab.begin()
})
afterEach(() => fixture.receiver.stop())

test('a finding is one message, however many tests changed and however often it is scanned', async () => {
  const { secret } = await fixture.createChannel()
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  await fixture.upload('18.0', 801, 2)
  await Promise.all([fixture.runJobs(), fixture.runJobs()])
  expect(fixture.receiver.received).toHaveLength(1)
  const [{ body, headers }] = fixture.receiver.received as [(typeof fixture.receiver.received)[number]]
  expect(JSON.parse(body)).toMatchObject({
    format: 1,
    event: 'finding.found',
    title: 'Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed by a median of 20%',
    finding: { product: 'Postgres', from: '17.6', to: '18.0', tests: 3, judged: 3, state: 'new' },
  })
  expect(headers['assay-message']).toBe(JSON.parse(body).id)
  expect(isWebhookSignedBy(secret ?? '', body, headers['assay-signature'] ?? '', lab.clock.now)).toBe(true)
  expect(isWebhookSignedBy('another', body, headers['assay-signature'] ?? '', lab.clock.now)).toBe(false)
})

test('a channel gets one message each for fixed and reopened, and for decisions of people when it subscribes to them', async () => {
  await fixture.createChannel({ events: ['found', 'fixed', 'reopened', 'changed'] })
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  const id = (await fixture.runner.findings.list({ project: fixture.project.slug })).rows[0]?.id ?? ''
  await fixture.runner.findings.act({
    project: fixture.project.slug,
    id,
    action: 'acknowledge',
    note: 'looking into it',
  })
  await fixture.runJobs()
  await fixture.upload('18.1', 1001)
  await fixture.runJobs()
  const titles = fixture.receiver.received.map(({ body }) => JSON.parse(body).title.split(':')[0])
  // The change from 18.0 to 18.1 is an improvement, which is a separate finding.
  expect(titles.sort()).toEqual(['Acknowledged by runner', 'Fixed in 18.1', 'Improvement', 'Regression'])
})

test('a channel that waits for confirmation gets a message only after a second run', async () => {
  const { id } = await fixture.createChannel({ quiet: true })
  await fixture.createChannel({ name: 'at once' }, '/loud')
  // A single run has a verdict only where 30 differences between repeats show no outliers.
  await fixture.upload('17.6', 1000, 32)
  await fixture.upload('18.0', 700, 1)
  await fixture.runJobs()
  expect(fixture.receiver.received.map(({ path }) => path)).toEqual(['/loud'])
  expect((await fixture.messages(id)).map(({ state }) => state)).toEqual(['held'])
  await fixture.upload('18.0', 702, 3)
  await fixture.runJobs()
  await fixture.runJobs()
  expect(fixture.receiver.received.map(({ path }) => path)).toEqual(['/loud', '/hook'])
})

test('a held finding is confirmed by one plan of runs, where the owner of the machine allowed that', async () => {
  await fixture.createChannel({ quiet: true })
  const { runRequests } = lab.server.db.in(scopeOf(fixture.project))
  const parameters = [{ name: 'version', pattern: '.*', default: null }]
  const register = (name: string, confirms: string[]) =>
    runRequests.registerRunner(name, {
      ...{ hardware: 'dell32', labels: [], capabilities: {}, version: null },
      commands: [{ name: `bench-${name}`, description: '', parameters, confirms }],
    })
  const tasks = workerTasks(lab.server.services)
  await fixture.upload('17.6', 1000, 32)
  await fixture.upload('18.0', 700, 1)
  await fixture.runJobs()
  await register('by-request-only', [])
  await tasks['process-outbox']({})
  expect(await runRequests.listPlans({ states: [], limit: 9 })).toEqual([])
  await register('confirms', ['Postgres'])
  for (let minute = 0; minute < 2; minute += 1) await tasks['process-outbox']({})
  const plans = await runRequests.listPlans({ states: [], limit: 9 })
  expect(plans).toMatchObject([
    { kind: 'confirm', settings: { command: 'bench-confirms', runner: 'confirms', values: ['17.6', '18.0'] } },
  ])
  await runRequests.cancelPlan(plans[0]?.id ?? '')
  await tasks['process-outbox']({})
  expect(await runRequests.listPlans({ states: [], limit: 9 })).toHaveLength(1)
})

test('a finding whose run was excluded is not sent any more', async () => {
  const { id } = await fixture.createChannel()
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  const tasks = workerTasks(lab.server.services)
  const find = () => lab.server.db.jobs.runPending({ 'find-changes': tasks['find-changes'] })
  const deliver = () => lab.server.db.jobs.runPending({ deliver: tasks.deliver })
  await find()
  await fixture.excludeRuns('18.0', 'another job ran at the same time')
  // The scan has not run yet, and the message about the outdated finding must not be sent.
  await deliver()
  expect((await fixture.messages(id)).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 0]])
  await find()
  lab.clock.now = new Date('2026-11-21T12:01:00Z')
  await tasks['process-outbox']({})
  await deliver()
  expect((await fixture.messages(id)).map(({ state, note }) => [state, note])).toEqual([
    ['dropped', 'The finding is no longer in the data.'],
  ])
  expect(fixture.receiver.received).toHaveLength(0)
})

test('a channel gets the first few of many findings as single messages and the others in a summary', async () => {
  const { id } = await fixture.createChannel({}, '/hook')
  await fixture.createChannel({ name: 'worse only', directions: ['worse'] }, '/worse')
  for (const [index, qps] of [1000, 800, 1000, 790, 1010, 800, 1000, 810, 990].entries())
    await fixture.upload(`1${index}.0`, qps, 3)
  await fixture.runJobs()
  const hook = () =>
    fixture.receiver.received.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(body))
  expect(hook().map(({ event }) => event)).toEqual(Array(MAX_FINDING_MESSAGES_PER_HOUR).fill('finding.found'))
  const gathered = (await fixture.messages(id)).filter(({ state }) => state === 'gathered').length
  expect(gathered).toBeGreaterThan(3)
  lab.clock.now = new Date(Date.now() + 2 * 60_000)
  await lab.server.db.in(scopeOf(fixture.project)).messages.enqueueDueJobs(lab.clock.now)
  await fixture.runJobs()
  const last = hook().at(-1)
  expect(hook()).toHaveLength(MAX_FINDING_MESSAGES_PER_HOUR + 1)
  expect(last).toMatchObject({ format: 1, event: 'findings', count: gathered })
  expect(last.title).toMatch(new RegExp(`: ${gathered} findings in an hour: `))
  const delivered = hook().flatMap((one) => one.findings ?? [{ event: one.event, ...one.finding }])
  const found = delivered.filter(({ event }) => event === 'finding.found')
  expect(found.length).toBeGreaterThan(MAX_FINDING_MESSAGES_PER_HOUR)
  expect(new Set(found.map((one) => one.id)).size).toBe(found.length)
  expect((await fixture.messages(id)).map(({ state }) => state)).toEqual(
    Array(MAX_FINDING_MESSAGES_PER_HOUR + gathered + 1).fill('delivered'),
  )
  // Further findings within the hour wait until it is over.
  await fixture.upload('19.0', 700, 3)
  await fixture.runJobs()
  lab.clock.now = new Date(Date.now() + 3 * 60_000)
  await lab.server.db.in(scopeOf(fixture.project)).messages.enqueueDueJobs(lab.clock.now)
  await fixture.runJobs()
  expect(hook()).toHaveLength(MAX_FINDING_MESSAGES_PER_HOUR + 1)
})

test('filters exclude other products, machines and small changes', async () => {
  await fixture.createChannel({ products: ['Other'] }, '/product')
  await fixture.createChannel({ hardware: ['elsewhere'] }, '/hardware')
  await fixture.createChannel({ least: 0.3 }, '/size')
  await fixture.createChannel({ directions: ['better'] }, '/direction')
  await fixture.createChannel(
    { products: ['Postgres'], hardware: ['dell32'], least: 0.1, directions: ['worse'] },
    '/all',
  )
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  expect(fixture.receiver.received.map(({ path }) => path)).toEqual(['/all'])
})

test('the weekly digest is sent once, to its subscribers, when there is a finding to report', async () => {
  const { id } = await fixture.createChannel({ weekly: true, events: [] })
  const { id: other } = await fixture.createChannel({ weekly: true, events: [], products: ['Other'] })
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  const tasks = workerTasks(lab.server.services)
  const processTwice = async () => {
    await Promise.all([tasks['process-outbox']({}), tasks['process-outbox']({})])
    await lab.server.db.jobs.runPending({ deliver: tasks.deliver })
  }
  await processTwice()
  // The week in which the channel was created is not over.
  expect(fixture.receiver.received).toHaveLength(0)
  lab.clock.now = new Date(Date.now() + 7 * 86_400_000)
  await processTwice()
  await processTwice()
  expect(fixture.receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: 'digest', parts: [{ title: 'New', findings: [{ from: '17.6', to: '18.0', tests: 3 }] }] },
  ])
  expect((await fixture.messages(id)).map(({ kind, state }) => [kind, state])).toEqual([['digest', 'delivered']])
  expect((await fixture.messages(other)).map(({ state, note }) => [state, note])).toEqual([
    ['dropped', 'There were no findings in that week.'],
  ])
})

test('a finding with a sent notification stays, marked as inactive, when the data no longer show it', async () => {
  await fixture.createChannel()
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  const findingId = JSON.parse(fixture.receiver.received[0]?.body ?? '{}').finding.id
  await fixture.excludeRuns('18.0', 'a full disk')
  await fixture.runJobs()
  expect(await fixture.runner.findings.get({ project: fixture.project.slug, id: findingId })).toMatchObject({
    active: false,
  })
})
