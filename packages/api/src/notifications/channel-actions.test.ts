import { scopeOf } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import {
  type NotificationLab,
  type NotificationProject,
  startNotificationLab,
} from '@assay/testing/server/notification-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFindingsFeed } from '../findings/read-findings-feed.ts'
import { createCaller } from '../router.ts'

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

test("a person's own channel gets messages only while they can read the project, and nobody else sees it", async () => {
  const closed = (await lab.server.addProject(`closed-${fixture.count}`, 'private')).project
  const id = await addPerson(lab.server.url, `reader${fixture.count}`, { projects: { [closed.id]: 'viewer' } })
  const reader = createCaller({ services: lab.server.services, caller: personNamed(`reader${fixture.count}`, id) })
  const own = await reader.ownNotifications.create({
    project: closed.slug,
    kind: 'webhook',
    address: fixture.receiver.url,
    options: ChannelOptions.parse({ name: 'mine' }),
  })
  expect((await fixture.owner.notifications.list({ project: closed.slug })).channels).toEqual([])
  expect(JSON.stringify(await fixture.owner.audit.list({ project: closed.slug }))).not.toContain('mine')
  await expect(fixture.owner.notifications.test({ project: closed.slug, id: own.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await reader.ownNotifications.test({ project: closed.slug, id: own.id })
  await fixture.runJobs()
  expect(fixture.receiver.received).toHaveLength(1)
  await fixture.owner.projects.removeMember({ project: closed.slug, personId: id })
  const { db } = lab.server
  const access = (await db.projects.list()).find(({ slug }) => slug === closed.slug)
  await db.in(scopeOf(access ?? closed)).messages.enqueue({ channelId: own.id, kind: 'test', occasion: 'test after' })
  await fixture.runJobs()
  expect(fixture.receiver.received).toHaveLength(1)
  const after = await reader.ownNotifications.list()
  expect(after).toMatchObject({ channels: [], inaccessible: [{ id: own.id, name: 'mine' }] })
  expect(JSON.stringify(after)).not.toContain(closed.slug)
  await expect(fixture.owner.ownNotifications.removeOwn({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reader.ownNotifications.removeOwn({ id: own.id })
  expect((await reader.ownNotifications.list()).inaccessible).toEqual([])
})

test('invalid and non-public addresses are refused when a channel is created', async () => {
  const { addresses } = lab.server.services
  lab.server.services.addresses = { allowLoopback: false }
  for (const address of [
    'nonsense',
    'http://example.test/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://a:b@example.test/',
  ]) {
    const input = {
      project: fixture.project.slug,
      kind: 'webhook' as const,
      address,
      options: ChannelOptions.parse({ name: 'x' }),
    }
    await expect(fixture.owner.notifications.create(input), address).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
  }
  lab.server.services.addresses = addresses
})

test('a feed key opens the feed of one project for its person, until it is revoked or they lose access', async () => {
  const closed = (await lab.server.addProject(`feed-${fixture.count}`, 'private')).project
  const id = await addPerson(lab.server.url, `fay${fixture.count}`, { projects: { [closed.id]: 'viewer' } })
  const fay = createCaller({ services: lab.server.services, caller: personNamed(`fay${fixture.count}`, id) })
  const { address } = await fay.ownNotifications.createFeed({ project: closed.slug })
  const key = new URL(address).searchParams.get('key')
  const filters = FindingFilters.parse({})
  const read = (slug: string, secret: string | null) =>
    readFindingsFeed(lab.server.services, anonymous.request, { project: slug, key: secret, filters, query: '' })
  expect(await read(closed.slug, key)).toContain(`Findings of ${closed.slug}`)
  expect(await read(closed.slug, key)).not.toContain(key)
  expect(await read(closed.slug, null)).toBeNull()
  expect(await read(closed.slug, `${key}x`)).toBeNull()
  const another = (await lab.server.addProject(`shut-${fixture.count}`, 'private')).project
  expect(await read(another.slug, key)).toBeNull()
  expect(await read(fixture.project.slug, null)).toContain('<feed')
  await fixture.owner.projects.removeMember({ project: closed.slug, personId: id })
  expect(await read(closed.slug, key)).toBeNull()
})

test('characters that the database cannot store are refused with a message, and options are stored as sent', async () => {
  const { id } = await fixture.createChannel()
  const change = (changes: Partial<ChannelOptions>) =>
    fixture.owner.notifications.update({
      project: fixture.project.slug,
      id,
      options: { ...ChannelOptions.parse({ name: 'CI' }), ...changes },
    })
  await expect(change({ products: ['a\0b'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await change({ name: 'CI', products: ['RocksDB'], least: 0.1, quiet: true, timeZone: 'Europe/Berlin' })
  expect(await fixture.owner.notifications.get({ project: fixture.project.slug, id })).toMatchObject({
    ...{
      products: ['RocksDB'],
      least: 0.1,
      quiet: true,
      timeZone: 'Europe/Berlin',
      events: ['found', 'reopened', 'fixed'],
    },
  })
})
