import { scopeOf } from '@assay/db/open'
import { addPerson, verifyAddress } from '@assay/db/testing'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { personNamed } from '@assay/testing/server/callers'
import {
  type NotificationLab,
  type NotificationProject,
  startNotificationLab,
} from '@assay/testing/server/notification-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelRoutes } from '../rest/channel-routes.ts'
import { deliverMessage } from './deliver-message.ts'

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

test('delivery to a failing receiver is retried under the same id, and the log contains each response', async () => {
  const { id } = await fixture.createChannel()
  fixture.receiver.answer.status = 503
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  await fixture.runJobs()
  expect(fixture.receiver.received).toHaveLength(1)
  const [waiting] = await fixture.messages(id)
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, kind: 'found' })
  lab.clock.now = new Date('2026-11-21T12:00:15Z')
  fixture.receiver.answer.status = 200
  await lab.server.db.jobs.enqueue('deliver', { projectId: fixture.project.id, deliveryId: waiting?.id ?? '' }, 'again')
  await fixture.runJobs()
  expect(new Set(fixture.receiver.received.map(({ headers }) => headers['assay-message'])).size).toBe(1)
  expect(fixture.receiver.received.map(({ headers }) => headers['assay-attempt'])).toEqual(['1', '2'])
  const logged = await fixture.owner.notifications.message({
    project: fixture.project.slug,
    messageId: waiting?.id ?? '',
  })
  expect(logged.state).toBe('delivered')
  expect(logged.tries.map(({ status, reply }) => [status, reply])).toEqual([
    [503, 'answered 503'],
    [200, 'answered 200'],
  ])
})

test('a message can be redelivered by hand under its id, and the audit log names the person', async () => {
  const { id } = await fixture.createChannel()
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  const [message] = await fixture.messages(id)
  await fixture.owner.notifications.redeliver({ project: fixture.project.slug, messageId: message?.id ?? '' })
  await fixture.runJobs()
  expect(fixture.receiver.received.map(({ headers }) => headers['assay-message'])).toEqual([message?.id, message?.id])
  const auditPage = await fixture.owner.audit.list({ project: fixture.project.slug })
  expect(JSON.stringify(auditPage)).toContain('message.redelivered')
  expect(JSON.stringify(auditPage)).not.toContain('/hook')
})

test('a channel that fails repeatedly is paused, and its owners get a mail', async () => {
  const { id } = await fixture.createChannel()
  fixture.receiver.answer.status = 500
  for (let i = 0; i < 25; i++) await fixture.owner.notifications.test({ project: fixture.project.slug, id })
  await fixture.runJobs()
  const [target] = (await fixture.owner.notifications.list({ project: fixture.project.slug })).channels
  expect(target?.pausedWhy).toBe('It failed 20 times in a row.')
  expect(lab.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
    `olga${fixture.count}@assay.test`,
    'Notification channel CI is paused',
  ])
  fixture.receiver.answer.status = 200
  fixture.receiver.received.length = 0
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  expect(fixture.receiver.received).toHaveLength(0)
  await fixture.owner.notifications.pause({ project: fixture.project.slug, id, paused: false })
  expect((await fixture.owner.notifications.list({ project: fixture.project.slug })).channels[0]).toMatchObject({
    pausedAt: null,
    failures: 0,
  })
})

test('of concurrent workers one sends a message, and the message of a killed worker is sent under the same id', async () => {
  const { id } = await fixture.createChannel()
  await fixture.owner.notifications.test({ project: fixture.project.slug, id })
  const [message] = await fixture.messages(id)
  const job = { projectId: fixture.project.id, deliveryId: message?.id ?? '' }
  await Promise.all(Array.from({ length: 8 }, () => deliverMessage(lab.server.services, job)))
  expect(fixture.receiver.received).toHaveLength(1)
  await fixture.owner.notifications.test({ project: fixture.project.slug, id })
  const next = (await fixture.messages(id)).find(({ state }) => state === 'waiting')
  const second = { projectId: fixture.project.id, deliveryId: next?.id ?? '' }
  // This worker takes the message and is killed before it stores the outcome.
  await lab.server.db.in(scopeOf(fixture.project)).messages.claim(second.deliveryId, lab.clock.now, 15_000)
  await deliverMessage(lab.server.services, second)
  expect(fixture.receiver.received).toHaveLength(1)
  lab.clock.now = new Date(lab.clock.now.getTime() + 16_000)
  await deliverMessage(lab.server.services, second)
  await deliverMessage(lab.server.services, second)
  expect(fixture.receiver.received.map(({ headers }) => [headers['assay-message'], headers['assay-attempt']])).toEqual([
    [message?.id, '1'],
    [next?.id, '2'],
  ])
})

test("a message arrives as mail and in Slack's format, with names escaped", async () => {
  await fixture.owner.notifications.create({
    project: fixture.project.slug,
    kind: 'slack',
    address: `${fixture.receiver.url}/services/T0/B0/secret`,
    options: ChannelOptions.parse({ name: 'chat' }),
  })
  // Addresses of test accounts are not verified.
  const byMail = {
    project: fixture.project.slug,
    kind: 'mail' as const,
    options: ChannelOptions.parse({ name: 'mail' }),
  }
  await expect(
    fixture.owner.notifications.create({ ...byMail, address: `olga${fixture.count}@assay.test` }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('has verified this address'),
  })
  await verifyAddress(lab.server.url, `olga${fixture.count}@assay.test`)
  await fixture.owner.notifications.create({ ...byMail, address: `OLGA${fixture.count}@assay.test` })
  await expect(
    fixture.owner.notifications.create({ ...byMail, address: 'stranger@example.test' }),
  ).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  })
  await fixture.upload('17.6', 1000)
  await fixture.upload('18.0', 800)
  await fixture.runJobs()
  const { blocks, text } = JSON.parse(fixture.receiver.received[0]?.body ?? '{}')
  expect(blocks[0].text.text).toBe(
    'Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed by a median of 20%',
  )
  expect(text).toContain('/findings/')
  expect(fixture.receiver.received[0]?.headers['assay-signature']).toBeUndefined()
  const [mail] = lab.mails
  expect(mail?.to).toBe(`olga${fixture.count}@assay.test`)
  expect(mail?.subject).toBe('Regression: Postgres 17.6 to 18.0 on dell32: 3 of 3 tests regressed by a median of 20%')
  expect(mail?.text).toContain('Open the finding:\nhttp://assay.test/o/lab/p/')
  expect(mail?.messageId).toMatch(/^[0-9a-f-]{36}$/)
})

test('REST offers the message log and redelivery', async () => {
  const { id } = await fixture.createChannel()
  await fixture.owner.notifications.test({ project: fixture.project.slug, id })
  await fixture.runJobs()
  const targets = await lab.server.send(`/api/v1/projects/${fixture.project.slug}/targets`)
  expect(targets.status).toBe(401)
  const token = await lab.server.addProject(fixture.project.slug).then((one) => one.token)
  const asToken = await lab.server.send(`/api/v1/projects/${fixture.project.slug}/targets/${id}/messages`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asToken.status).toBe(403)
})

test('version 1 of the REST interface keeps its key targetId for the channel of a message', async () => {
  const { id } = await fixture.createChannel()
  await fixture.owner.notifications.test({ project: fixture.project.slug, id })
  const ownerId = await addPerson(lab.server.url, `max${fixture.count}`, {
    organizations: { [fixture.project.organization.id]: 'owner' },
  })
  const url = new URL(`http://assay.test/api/v1/projects/${fixture.project.slug}/targets/${id}/messages`)
  const answer = await channelRoutes
    .find(({ operationId }) => operationId === 'listMessages')
    ?.handle({
      ...{ request: new Request(url), url, services: lab.server.services, query: {} },
      ...{ caller: personNamed(`max${fixture.count}`, ownerId), path: { project: fixture.project.slug, targetId: id } },
    })
  const { messages: logged } = JSON.parse((await answer?.text()) ?? '{}')
  expect(logged).toMatchObject([{ targetId: id, kind: 'test' }])
  expect(logged[0]).not.toHaveProperty('channelId')
})
