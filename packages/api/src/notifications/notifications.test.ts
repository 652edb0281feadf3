import { scopeOf } from '@assay/db/open'
import { addPerson, verifyAddress } from '@assay/db/testing'
import type { Project } from '@assay/db/types'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { MAX_FINDING_MESSAGES_PER_HOUR } from '@assay/domain/notifications/message-limit'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { startReceiver } from '@assay/testing/server/webhook-receiver'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFindingsFeed } from '../findings/read-findings-feed.ts'
import { workerTasks } from '../jobs/worker.ts'
import type { Mail } from '../mail/mail.ts'
import { channelRoutes } from '../rest/channel-routes.ts'
import { createCaller } from '../router.ts'
import { deliverMessage } from './deliver-message.ts'
import { isWebhookSignedBy } from './webhook-signature.ts'

let server: TestServer
let project: Project
let receiver: Awaited<ReturnType<typeof startReceiver>>
let runner: ReturnType<typeof createCaller>
let owner: ReturnType<typeof createCaller>
let now = new Date('2026-11-21T12:00:00Z')
const mails: Mail[] = []
let count = 0

beforeAll(async () => {
  server = await startTestServer({ now: () => now, mailer: recordingMailer(mails) })
  await server.db.jobs.prepare()
})
afterAll(() => server.stop())

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  mails.length = 0
  receiver = await startReceiver()
  project = (await server.addProject(`lab-${++count}`)).project
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  const id = await addPerson(server.url, `olga${count}`, { organizations: { [project.organization.id]: 'owner' } })
  owner = createCaller({ services: server.services, caller: personNamed(`olga${count}`, id) })
})
afterEach(() => receiver.stop())

/** Uploads repeats of a version, or one run, whose tests all have the same throughput. */
async function upload(version: string, qps: number, repeats = 7) {
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const factor = 1 + 0.01 * Math.sin(repeat * 7)
    const document = exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat,
      metricNames: ['qps'],
      tests: ['scan', 'point', 'insert'].map((name, order) => ({
        name,
        order,
        role: 'measured',
        primaryMetric: 'qps',
      })),
      results: ['scan', 'point', 'insert'].map((name) => ({ test: name, clients: 1, values: [qps * factor] })),
    })
    await runner.runs.upload({ document, onConflict: 'repeat' })
  }
}
const look = () => server.db.jobs.workOff(workerTasks(server.services))
const createTestChannel = (options: Partial<ChannelOptions> = {}, path = '/hook') =>
  owner.notifications.create({
    project: project.slug,
    kind: 'webhook',
    address: `${receiver.url}${path}`,
    options: ChannelOptions.parse({ name: 'CI', ...options }),
  })
const messages = async (id: string) => owner.notifications.messages({ project: project.slug, id })

test('a finding is one message, however many tests changed and however often it is scanned', async () => {
  const { secret } = await createTestChannel()
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  await upload('18.0', 801, 2)
  await Promise.all([look(), look()])
  expect(receiver.received).toHaveLength(1)
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
  expect(JSON.parse(body)).toMatchObject({
    format: 1,
    event: 'finding.found',
    title: 'Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed, median 0.80',
    finding: { product: 'Postgres', from: '17.6', to: '18.0', tests: 3, judged: 3, state: 'new' },
  })
  expect(headers['assay-message']).toBe(JSON.parse(body).id)
  expect(isWebhookSignedBy(secret ?? '', body, headers['assay-signature'] ?? '', now)).toBe(true)
  expect(isWebhookSignedBy('another', body, headers['assay-signature'] ?? '', now)).toBe(false)
})

test('a channel gets one message each for fixed and reopened, and for decisions of people when it subscribes to them', async () => {
  await createTestChannel({ events: ['found', 'fixed', 'reopened', 'changed'] })
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  const id = (await runner.findings.list({ project: project.slug })).rows[0]?.id ?? ''
  await runner.findings.act({ project: project.slug, id, action: 'acknowledge', note: 'looking into it' })
  await look()
  await upload('18.1', 1001)
  await look()
  const titles = receiver.received.map(({ body }) => JSON.parse(body).title.split(':')[0])
  // The change from 18.0 to 18.1 is an improvement, which is a separate finding.
  expect(titles.sort()).toEqual(['Acknowledged by runner', 'Fixed in 18.1', 'Improvement', 'Regression'])
})

test('delivery to a failing receiver is retried under the same id, and the log contains each response', async () => {
  const { id } = await createTestChannel()
  receiver.answer.status = 503
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  await look()
  expect(receiver.received).toHaveLength(1)
  const [waiting] = await messages(id)
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, kind: 'found' })
  now = new Date('2026-11-21T12:00:15Z')
  receiver.answer.status = 200
  await server.db.jobs.ask('deliver', { projectId: project.id, deliveryId: waiting?.id ?? '' }, 'again')
  await look()
  expect(new Set(receiver.received.map(({ headers }) => headers['assay-message'])).size).toBe(1)
  expect(receiver.received.map(({ headers }) => headers['assay-attempt'])).toEqual(['1', '2'])
  const logged = await owner.notifications.message({ project: project.slug, messageId: waiting?.id ?? '' })
  expect(logged.state).toBe('delivered')
  expect(logged.tries.map(({ status, reply }) => [status, reply])).toEqual([
    [503, 'answered 503'],
    [200, 'answered 200'],
  ])
})

test('a message can be redelivered by hand under its id, and the audit log names the person', async () => {
  const { id } = await createTestChannel()
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  const [message] = await messages(id)
  await owner.notifications.redeliver({ project: project.slug, messageId: message?.id ?? '' })
  await look()
  expect(receiver.received.map(({ headers }) => headers['assay-message'])).toEqual([message?.id, message?.id])
  const trail = await owner.audit.list({ project: project.slug })
  expect(JSON.stringify(trail)).toContain('message.redelivered')
  expect(JSON.stringify(trail)).not.toContain('/hook')
})

test('a channel that fails repeatedly is paused, and its owners get a mail', async () => {
  const { id } = await createTestChannel()
  receiver.answer.status = 500
  for (let i = 0; i < 25; i++) await owner.notifications.test({ project: project.slug, id })
  await look()
  const [target] = (await owner.notifications.list({ project: project.slug })).channels
  expect(target?.pausedWhy).toBe('It failed 20 times in a row.')
  expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual([
    `olga${count}@assay.test`,
    'Notification channel CI is paused',
  ])
  receiver.answer.status = 200
  receiver.received.length = 0
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  expect(receiver.received).toHaveLength(0)
  await owner.notifications.pause({ project: project.slug, id, paused: false })
  expect((await owner.notifications.list({ project: project.slug })).channels[0]).toMatchObject({
    pausedAt: null,
    failures: 0,
  })
})

test('a channel that waits for confirmation gets a message only after a second run', async () => {
  const { id } = await createTestChannel({ quiet: true })
  await createTestChannel({ name: 'at once' }, '/loud')
  await upload('17.6', 1000)
  await upload('18.0', 700, 1)
  await look()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/loud'])
  expect((await messages(id)).map(({ state }) => state)).toEqual(['held'])
  await upload('18.0', 702, 3)
  await look()
  await look()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/loud', '/hook'])
})

test('a finding whose run was excluded is not sent any more', async () => {
  const { id } = await createTestChannel()
  await upload('17.6', 1000)
  await upload('18.0', 800)
  const tasks = workerTasks(server.services)
  const find = () => server.db.jobs.workOff({ 'find-changes': tasks['find-changes'] })
  const deliver = () => server.db.jobs.workOff({ deliver: tasks.deliver })
  await find()
  const { rows } = await runner.runs.list({ project: project.slug })
  for (const { id: runId } of rows.filter(({ version }) => version === '18.0')) {
    await runner.validity.invalidate({
      project: project.slug,
      runId,
      invalidation: { reason: 'another job ran at the same time' },
    })
  }
  // The scan has not run yet, and the message about the outdated finding must not be sent.
  await deliver()
  expect((await messages(id)).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 0]])
  await find()
  now = new Date('2026-11-21T12:01:00Z')
  await tasks['tend-messages']({})
  await deliver()
  expect((await messages(id)).map(({ state, note }) => [state, note])).toEqual([
    ['dropped', 'The data do not show it any more.'],
  ])
  expect(receiver.received).toHaveLength(0)
})

test('a channel gets the first few of many findings as single messages and the others in a summary', async () => {
  const { id } = await createTestChannel({}, '/hook')
  await createTestChannel({ name: 'worse only', directions: ['worse'] }, '/worse')
  for (const [at, qps] of [1000, 800, 1000, 790, 1010, 800, 1000, 810, 990].entries()) await upload(`1${at}.0`, qps, 3)
  await look()
  const hook = () => receiver.received.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(body))
  expect(hook().map(({ event }) => event)).toEqual(Array(MAX_FINDING_MESSAGES_PER_HOUR).fill('finding.found'))
  const gathered = (await messages(id)).filter(({ state }) => state === 'gathered').length
  expect(gathered).toBeGreaterThan(3)
  now = new Date(Date.now() + 2 * 60_000)
  await server.db.in(scopeOf(project)).messages.enqueueDueJobs(now)
  await look()
  const last = hook().at(-1)
  expect(hook()).toHaveLength(MAX_FINDING_MESSAGES_PER_HOUR + 1)
  expect(last).toMatchObject({ format: 1, event: 'findings', count: gathered })
  expect(last.title).toMatch(new RegExp(`: ${gathered} findings in an hour: `))
  const told = hook().flatMap((one) => one.findings ?? [{ event: one.event, ...one.finding }])
  const found = told.filter(({ event }) => event === 'finding.found')
  expect(found.length).toBeGreaterThan(MAX_FINDING_MESSAGES_PER_HOUR)
  expect(new Set(found.map((one) => one.id)).size).toBe(found.length)
  expect((await messages(id)).map(({ state }) => state)).toEqual(
    Array(MAX_FINDING_MESSAGES_PER_HOUR + gathered + 1).fill('delivered'),
  )
  // Further findings within the hour wait until it is over.
  await upload('19.0', 700, 3)
  await look()
  now = new Date(Date.now() + 3 * 60_000)
  await server.db.in(scopeOf(project)).messages.enqueueDueJobs(now)
  await look()
  expect(hook()).toHaveLength(MAX_FINDING_MESSAGES_PER_HOUR + 1)
})

test('filters exclude other products, machines and small changes', async () => {
  await createTestChannel({ products: ['Other'] }, '/product')
  await createTestChannel({ hardware: ['elsewhere'] }, '/hardware')
  await createTestChannel({ least: 0.3 }, '/size')
  await createTestChannel({ directions: ['better'] }, '/direction')
  await createTestChannel({ products: ['Postgres'], hardware: ['dell32'], least: 0.1, directions: ['worse'] }, '/all')
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/all'])
})

test("a person's own channel gets messages only while they can read the project, and nobody else sees it", async () => {
  const closed = (await server.addProject(`closed-${count}`, 'private')).project
  const id = await addPerson(server.url, `reader${count}`, { projects: { [closed.id]: 'viewer' } })
  const reader = createCaller({ services: server.services, caller: personNamed(`reader${count}`, id) })
  const own = await reader.ownNotifications.create({
    project: closed.slug,
    kind: 'webhook',
    address: receiver.url,
    options: ChannelOptions.parse({ name: 'mine' }),
  })
  expect((await owner.notifications.list({ project: closed.slug })).channels).toEqual([])
  expect(JSON.stringify(await owner.audit.list({ project: closed.slug }))).not.toContain('mine')
  await expect(owner.notifications.test({ project: closed.slug, id: own.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await reader.ownNotifications.test({ project: closed.slug, id: own.id })
  await look()
  expect(receiver.received).toHaveLength(1)
  await owner.projects.removeMember({ project: closed.slug, personId: id })
  const { db } = server
  const access = (await db.projects.list()).find(({ slug }) => slug === closed.slug)
  await db.in(scopeOf(access ?? closed)).messages.enqueue({ channelId: own.id, kind: 'test', occasion: 'test after' })
  await look()
  expect(receiver.received).toHaveLength(1)
  const after = await reader.ownNotifications.list()
  expect(after).toMatchObject({ channels: [], inaccessible: [{ id: own.id, name: 'mine' }] })
  expect(JSON.stringify(after)).not.toContain(closed.slug)
  await expect(owner.ownNotifications.removeOwn({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reader.ownNotifications.removeOwn({ id: own.id })
  expect((await reader.ownNotifications.list()).inaccessible).toEqual([])
})

test('invalid and non-public addresses are refused when a channel is created', async () => {
  const { addresses } = server.services
  server.services.addresses = { allowLoopback: false }
  for (const address of [
    'nonsense',
    'http://example.test/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://a:b@example.test/',
  ]) {
    const asked = {
      project: project.slug,
      kind: 'webhook' as const,
      address,
      options: ChannelOptions.parse({ name: 'x' }),
    }
    await expect(owner.notifications.create(asked), address).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  }
  server.services.addresses = addresses
})

test('the weekly digest is sent once, to its subscribers, when there is a finding to report', async () => {
  const { id } = await createTestChannel({ weekly: true, events: [] })
  const { id: other } = await createTestChannel({ weekly: true, events: [], products: ['Other'] })
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  const tasks = workerTasks(server.services)
  const tend = async () => {
    await Promise.all([tasks['tend-messages']({}), tasks['tend-messages']({})])
    await server.db.jobs.workOff({ deliver: tasks.deliver })
  }
  await tend()
  // The week in which the channel was created is not over.
  expect(receiver.received).toHaveLength(0)
  now = new Date(Date.now() + 7 * 86_400_000)
  await tend()
  await tend()
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: 'digest', parts: [{ title: 'New', findings: [{ from: '17.6', to: '18.0', tests: 3 }] }] },
  ])
  expect((await messages(id)).map(({ kind, state }) => [kind, state])).toEqual([['digest', 'delivered']])
  expect((await messages(other)).map(({ state, note }) => [state, note])).toEqual([
    ['dropped', 'Nothing happened in that week.'],
  ])
})

test('a feed key opens the feed of one project for its person, until it is revoked or they lose access', async () => {
  const closed = (await server.addProject(`feed-${count}`, 'private')).project
  const id = await addPerson(server.url, `fay${count}`, { projects: { [closed.id]: 'viewer' } })
  const fay = createCaller({ services: server.services, caller: personNamed(`fay${count}`, id) })
  const { address } = await fay.ownNotifications.createFeed({ project: closed.slug })
  const key = new URL(address).searchParams.get('key')
  const filters = FindingFilters.parse({})
  const read = (slug: string, secret: string | null) =>
    readFindingsFeed(server.services, anonymous.request, { project: slug, key: secret, filters, query: '' })
  expect(await read(closed.slug, key)).toContain(`Findings of ${closed.slug}`)
  expect(await read(closed.slug, key)).not.toContain(key)
  expect(await read(closed.slug, null)).toBeNull()
  expect(await read(closed.slug, `${key}x`)).toBeNull()
  const another = (await server.addProject(`shut-${count}`, 'private')).project
  expect(await read(another.slug, key)).toBeNull()
  expect(await read(project.slug, null)).toContain('<feed')
  await owner.projects.removeMember({ project: closed.slug, personId: id })
  expect(await read(closed.slug, key)).toBeNull()
})

test('of concurrent workers one sends a message, and the message of a killed worker is sent under the same id', async () => {
  const { id } = await createTestChannel()
  await owner.notifications.test({ project: project.slug, id })
  const [message] = await messages(id)
  const job = { projectId: project.id, deliveryId: message?.id ?? '' }
  await Promise.all(Array.from({ length: 8 }, () => deliverMessage(server.services, job)))
  expect(receiver.received).toHaveLength(1)
  await owner.notifications.test({ project: project.slug, id })
  const next = (await messages(id)).find(({ state }) => state === 'waiting')
  const second = { projectId: project.id, deliveryId: next?.id ?? '' }
  // This worker takes the message and is killed before it stores the outcome.
  await server.db.in(scopeOf(project)).messages.claim(second.deliveryId, now, 15_000)
  await deliverMessage(server.services, second)
  expect(receiver.received).toHaveLength(1)
  now = new Date(now.getTime() + 16_000)
  await deliverMessage(server.services, second)
  await deliverMessage(server.services, second)
  expect(receiver.received.map(({ headers }) => [headers['assay-message'], headers['assay-attempt']])).toEqual([
    [message?.id, '1'],
    [next?.id, '2'],
  ])
})

test("a message arrives as mail and in Slack's format, with names escaped", async () => {
  await owner.notifications.create({
    project: project.slug,
    kind: 'slack',
    address: `${receiver.url}/services/T0/B0/secret`,
    options: ChannelOptions.parse({ name: 'chat' }),
  })
  // Addresses of test accounts are not verified.
  const byMail = { project: project.slug, kind: 'mail' as const, options: ChannelOptions.parse({ name: 'mail' }) }
  await expect(owner.notifications.create({ ...byMail, address: `olga${count}@assay.test` })).rejects.toMatchObject({
    message: expect.stringContaining('has verified this address'),
  })
  await verifyAddress(server.url, `olga${count}@assay.test`)
  await owner.notifications.create({ ...byMail, address: `OLGA${count}@assay.test` })
  await expect(owner.notifications.create({ ...byMail, address: 'stranger@example.test' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  })
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  const { blocks, text } = JSON.parse(receiver.received[0]?.body ?? '{}')
  expect(blocks[0].text.text).toBe('Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed, median 0.80')
  expect(text).toContain('/findings/')
  expect(receiver.received[0]?.headers['assay-signature']).toBeUndefined()
  const [mail] = mails
  expect(mail?.to).toBe(`olga${count}@assay.test`)
  expect(mail?.subject).toBe('Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed, median 0.80')
  expect(mail?.text).toContain('Open the finding:\nhttp://assay.test/p/')
  expect(mail?.messageId).toMatch(/^[0-9a-f-]{36}$/)
})

test('REST offers the message log and redelivery', async () => {
  const { id } = await createTestChannel()
  await owner.notifications.test({ project: project.slug, id })
  await look()
  const targets = await server.send(`/api/v1/projects/${project.slug}/targets`)
  expect(targets.status).toBe(401)
  const token = await server.addProject(project.slug).then((one) => one.token)
  const asToken = await server.send(`/api/v1/projects/${project.slug}/targets/${id}/messages`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asToken.status).toBe(403)
})

test('version 1 of the REST interface keeps its key targetId for the channel of a message', async () => {
  const { id } = await createTestChannel()
  await owner.notifications.test({ project: project.slug, id })
  const ownerId = await addPerson(server.url, `max${count}`, { organizations: { [project.organization.id]: 'owner' } })
  const url = new URL(`http://assay.test/api/v1/projects/${project.slug}/targets/${id}/messages`)
  const answer = await channelRoutes
    .find(({ operationId }) => operationId === 'listMessages')
    ?.handle({
      ...{ request: new Request(url), url, services: server.services, query: {} },
      ...{ caller: personNamed(`max${count}`, ownerId), path: { project: project.slug, targetId: id } },
    })
  const { messages: logged } = JSON.parse((await answer?.text()) ?? '{}')
  expect(logged).toMatchObject([{ targetId: id, kind: 'test' }])
  expect(logged[0]).not.toHaveProperty('channelId')
})

test('a finding with a sent notification stays, marked as inactive, when the data no longer show it', async () => {
  await createTestChannel()
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await look()
  const told = JSON.parse(receiver.received[0]?.body ?? '{}').finding.id
  const { rows } = await runner.runs.list({ project: project.slug })
  for (const { id: runId } of rows.filter(({ version }) => version === '18.0')) {
    await runner.validity.invalidate({ project: project.slug, runId, invalidation: { reason: 'a full disk' } })
  }
  await look()
  expect(await runner.findings.get({ project: project.slug, id: told })).toMatchObject({ active: false })
})

test('characters that the database cannot store are refused with a message, and options are stored as sent', async () => {
  const { id } = await createTestChannel()
  const change = (changes: Partial<ChannelOptions>) =>
    owner.notifications.update({
      project: project.slug,
      id,
      options: { ...ChannelOptions.parse({ name: 'CI' }), ...changes },
    })
  await expect(change({ products: ['a\0b'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await change({ name: 'CI', products: ['RocksDB'], least: 0.1, quiet: true, timeZone: 'Europe/Berlin' })
  expect(await owner.notifications.get({ project: project.slug, id })).toMatchObject({
    ...{
      products: ['RocksDB'],
      least: 0.1,
      quiet: true,
      timeZone: 'Europe/Berlin',
      events: ['found', 'reopened', 'fixed'],
    },
  })
})
