import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@assay/db/open'
import { queryAsOwner } from '@assay/db/testing'
import type { Visibility } from '@assay/db/types'
import { readEventStream } from '@assay/testing/server/read-event-stream'
import {
  type Principal,
  startTwoOrganizations,
  type TwoOrganizations,
} from '@assay/testing/tenant-isolation/two-organizations'
import { uploadByToken } from '@assay/testing/tenant-isolation/upload-by-token'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { resolveCaller } from '../access/resolve-access.ts'
import { handleRest } from '../rest/handle-rest.ts'
import { createCaller } from '../router.ts'
import type { Services } from '../services.ts'
import { EventHub } from './event-hub.ts'
import { streamProjectEvents } from './stream-project-events.ts'

// Two servers on one database: pages that are connected to one receive what the other stores.

/** For what never comes; a busy machine takes longer than a page waits. */
const TIMEOUT_MS = 60_000

let site: TwoOrganizations
let second: Services
beforeAll(async () => {
  site = await startTwoOrganizations()
  const db = openDatabase(site.url)
  second = { ...site.services, db, events: new EventHub(db.events, { pageTimeoutMs: TIMEOUT_MS }) }
})
afterAll(async () => {
  await second.events.stop()
  await second.db.close()
  await site.stop()
})

type Reader = ReturnType<typeof readEventStream>

const open: Reader[] = []
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close()
})

type Asked = {
  project?: string
  spec?: string
  after?: string | null
  since?: number
  heartbeatMs?: number
  services?: Services
}

async function stream(
  principal: Principal,
  { project = 'own-internal', spec, after = null, since = 0, heartbeatMs, services = second }: Asked = {},
) {
  const facts = requestFacts(new Headers(site.headersOf(principal, visibilityOf(project))))
  const caller = await resolveCaller(services, facts)
  if (!caller.ok) throw new Error(caller.error.detail)
  const asked = { project, spec: spec ?? null, after, since, accept: 'text/event-stream' }
  const times = { collectMs: 10, ...(heartbeatMs !== undefined && { heartbeatMs }) }
  return streamProjectEvents(services, caller.value, asked, times)
}

async function read(principal: Principal, asked: Asked = {}) {
  const opened = await stream(principal, asked)
  if (!opened.ok) throw new Error(opened.error.detail)
  const reader = readEventStream(opened.value)
  open.push(reader)
  const ready = await reader.next()
  expect(ready).toMatchObject({ event: 'ready' })
  return { ...reader, position: ready?.id ?? null }
}

const visibilityOf = (project: string) => project.slice(project.indexOf('-') + 1) as Visibility

const as = async (principal: Principal, project = 'own-internal') => {
  const caller = await resolveCaller(
    site.services,
    requestFacts(new Headers(site.headersOf(principal, visibilityOf(project)))),
  )
  if (!caller.ok) throw new Error(caller.error.detail)
  return createCaller({ services: site.services, caller: caller.value })
}

test('a reader at one server receives the runs that another stores, a burst as few events', async () => {
  const reader = await read('viewer')
  await uploadByToken(site, 'own-internal', 3)
  let stored = 0
  while (stored < 3) {
    const message = await reader.next()
    expect(message).toMatchObject({ event: 'change', data: { change: 'run-stored' } })
    stored += message?.data.count ?? 0
  }
  expect(stored).toBe(3)
})

test('a reader resumes after the last event that it has, at either server', async () => {
  const first = await read('viewer')
  const other = await read('author', { services: site.services })
  await uploadByToken(site, 'own-internal')
  const seen = await first.next()
  await other.next()
  await first.close()
  await uploadByToken(site, 'own-internal')
  expect(await other.next()).toMatchObject({ event: 'change' })
  for (const services of [second, site.services]) {
    const resumed = await read('viewer', { after: seen?.id ?? null, services })
    expect(await resumed.next()).toMatchObject({ event: 'change', data: { change: 'run-stored', count: 1 } })
  }
  // The event that was seen is not repeated.
  const none = await read('viewer', await second.events.seenState())
  await uploadByToken(site, 'own-internal')
  expect(await none.next()).toMatchObject({ event: 'change', data: { count: 1 } })
})

test('a change that was stored before a page was read, and is notified afterwards, is not new to that page', async () => {
  const early = await second.events.seenState()
  const all = await read('viewer', early)
  await uploadByToken(site, 'own-internal')
  expect(await all.next()).toMatchObject({ event: 'change', data: { count: 1 } })
  await sleep(2)
  const { since } = await second.events.seenState()
  await uploadByToken(site, 'own-internal')
  expect(await all.next()).toMatchObject({ event: 'change', data: { count: 1 } })
  // Its position is that of before the first change, as if the notification were late.
  const page = await read('viewer', { after: early.after, since })
  expect(await page.next()).toMatchObject({
    event: 'change',
    id: (await second.events.seenState()).after,
    data: { count: 1 },
  })
})

test('the first page of a process has a position, so that it misses nothing before its stream is open', async () => {
  const db = openDatabase(site.url)
  const services = { ...site.services, db, events: new EventHub(db.events, { pageTimeoutMs: TIMEOUT_MS }) }
  const page = await services.events.seenState()
  expect(page.after).not.toBeNull()
  await uploadByToken(site, 'own-internal')
  const reader = await read('viewer', { ...page, services })
  expect(await reader.next()).toMatchObject({ event: 'change', data: { count: 1 } })
  await services.events.stop()
  await db.close()
})

test('a position that the server does not know any longer is answered with reload', async () => {
  const reader = await read('viewer', { after: crypto.randomUUID() })
  expect(await reader.next()).toMatchObject({ event: 'reload', id: (await second.events.seenState()).after })
})

test('a lost connection to the database is opened again, and readers receive a note that events are missing', async () => {
  const reader = await read('viewer')
  await queryAsOwner(
    site.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'assay events' and datname = current_database()`,
  )
  expect(await reader.next()).toMatchObject({ event: 'reload' })
  await uploadByToken(site, 'own-internal')
  expect(await reader.next()).toMatchObject({ event: 'change' })
})

test('own changes, and changes of other projects, are not sent', async () => {
  const author = await read('author', { project: 'own-internal' })
  const spec = await createSpec('author')
  const [own, others] = [await read('author', { spec }), await read('maintainer', { spec })]
  await uploadByToken(site, 'own-public')
  await nameOnSpec('author', spec, 'add-author', 'maintainer')
  expect(await others.next()).toMatchObject({ event: 'change', data: { change: 'spec-other', count: 1 } })
  await nameOnSpec('maintainer', spec, 'invite', 'owner')
  await uploadByToken(site, 'own-internal')
  // The author gets the event of the maintainer only.
  expect(await own.next()).toMatchObject({ event: 'change', data: { change: 'spec-other', count: 1 } })
  expect(await author.next()).toMatchObject({ event: 'change', data: { change: 'run-stored' } })
})

test('only readers of a spec receive the names of those who are editing, also at another server', async () => {
  const spec = await createSpec('author')
  const reader = await read('maintainer', { spec })
  await nameOnSpec('author', spec, 'add-author', 'maintainer')
  expect(await reader.next()).toMatchObject({ event: 'change' })
  const { after, since } = await second.events.seenState()
  const own = await read('author', { spec, after, since })
  const project = await read('maintainer', { after, since })
  const author = await as('author')
  await author.specs.announceEditing({ project: 'own-internal', name: spec })
  expect(await reader.next()).toEqual({ id: null, event: 'editing', data: { name: expect.any(String) } })
  await expect((await as('viewer')).specs.announceEditing({ project: 'own-internal', name: spec })).rejects.toThrow()
  await nameOnSpec('maintainer', spec, 'invite', 'owner')
  await uploadByToken(site, 'own-internal')
  expect(await own.next()).toMatchObject({ event: 'change', data: { change: 'spec-other' } })
  expect(await project.next()).toMatchObject({ event: 'change', data: { change: 'run-stored' } })
  // A reader that resumes receives changes only.
  const resumed = await read('maintainer', { spec, after, since })
  await author.specs.revise({
    ...{ project: 'own-internal', name: spec },
    revision: { base: 1, title: 'Group commit', text: '# Goal\n\nNo syncs.\n', note: 'none' },
  })
  expect(await resumed.next()).toMatchObject({ event: 'change', data: { change: 'spec-revision' } })
})

const nameOnSpec = async (principal: Principal, name: string, kind: 'add-author' | 'invite', person: Principal) => {
  const action = { kind, who: { key: `person:${site.people.get(person)}`, name: person } }
  await (await as(principal)).specs.act({ project: 'own-internal', name, action })
}

/** Creates a functional spec, which is a draft. */
async function createSpec(principal: Principal): Promise<string> {
  const author = await as(principal)
  const spec = { kind: 'functional', title: 'Group commit', text: '# Goal\n\nFewer syncs.\n' }
  return (await author.specs.create({ project: 'own-internal', spec })).name
}

test('draft events are sent only to people who can see the draft', async () => {
  const spec = await createSpec('author')
  const refused = await stream('viewer', { spec })
  expect(refused).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('a member who is removed gets nothing more, and the stream ends', async () => {
  const reader = await read('viewer')
  const project = site.projects.get('own-internal')
  const removed = await queryAsOwner(
    site.url,
    'delete from membership where organization_id = $1 and user_id = $2 returning role',
    [project?.organization.id, site.people.get('viewer')],
  )
  expect(removed).toHaveLength(1)
  await uploadByToken(site, 'own-internal')
  expect(await reader.next()).toMatchObject({ event: 'end' })
  expect(await reader.next()).toBeNull()
  await queryAsOwner(site.url, `insert into membership (organization_id, user_id, role) values ($1, $2, 'viewer')`, [
    project?.organization.id,
    site.people.get('viewer'),
  ])
})

test('a session that ends is noticed by the heartbeat', async () => {
  const { accounts } = second
  let isSignedIn = true
  const uses: (boolean | undefined)[] = []
  const services: Services = {
    ...second,
    accounts: {
      ...accounts,
      findSignedInPerson: async (request, options) => {
        uses.push(options?.isUse)
        return isSignedIn ? accounts.findSignedInPerson(request) : null
      },
    },
  }
  const reader = await read('author', { services, heartbeatMs: 20 })
  const ended = reader.next()
  await expect.poll(() => uses.length).toBeGreaterThan(3)
  isSignedIn = false
  expect(await ended).toMatchObject({ event: 'end' })
  // Heartbeats do not keep a session alive that nobody uses.
  expect(uses.slice(1).every((isUse) => isUse === false)).toBe(true)
})

test('streams of a person are limited, and closing one makes room', async () => {
  const all = []
  for (let at = 0; at < 32; at++) all.push(await read('maintainer'))
  const over = await stream('maintainer')
  expect(over).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
  expect((await stream('owner')).ok).toBe(true)
  await all[0]?.close()
  const again = await stream('maintainer')
  expect(again.ok).toBe(true)
  if (again.ok) await again.value.cancel()
})

test('the address needs a signed-in person, a readable project and the media type', async () => {
  const ask = async (headers: Record<string, string>, project = 'own-internal') => {
    const request = new Request(`http://assay.test/api/v1/projects/${project}/events`, { headers })
    const answer = await handleRest(request, second)
    await answer.body?.cancel()
    return `${answer.status} ${answer.headers.get('content-type')}`
  }
  const person = site.headersOf('author', 'internal')
  const accept = 'text/event-stream'
  expect(await ask({ ...person, accept })).toBe('200 text/event-stream')
  expect(await ask({ ...person })).toMatch(/^422/)
  expect(await ask({ ...person, accept }, 'other-internal')).toMatch(/^404/)
  expect(await ask({ accept })).toMatch(/^404/)
  expect(await ask({ accept }, 'own-public')).toMatch(/^401/)
  expect(await ask({ ...site.headersOf('service-token', 'internal'), accept })).toMatch(/^401/)
})

test('a server that stops ends its streams', async () => {
  const db = openDatabase(site.url)
  const services = { ...site.services, db, events: new EventHub(db.events) }
  const reader = await read('owner', { services })
  await services.events.stop()
  expect(await reader.next()).toBeNull()
  await db.close()
})
