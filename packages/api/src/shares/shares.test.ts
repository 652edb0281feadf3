import { scopeOf } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import type { Project } from '@assay/db/types'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/resolve-access.ts'
import { isPassword } from '../accounts/password-hash.ts'
import { createCaller } from '../router.ts'
import type { Services } from '../services.ts'
import type { NewShareInput } from './create-share.ts'
import { exportShare } from './export-share.ts'
import { readFrameAncestors } from './frame-ancestors.ts'
import { openShare, reproduceShare } from './open-share.ts'
import { passwordProof } from './share-secret.ts'

let server: TestServer
let services: Services
let runner: ReturnType<typeof createCaller>
let author: ReturnType<typeof createCaller>
let ada: Caller
let lab: Project
let clock = new Date('2026-11-21T12:00:00Z')

beforeAll(async () => {
  server = await startTestServer()
  services = { ...server.services, now: () => clock }
  const { project } = await server.addProject('lab')
  lab = project
  runner = createCaller({ services, caller: tokenOf(project, ['upload', 'write']) })
  ada = personNamed(
    'ada',
    await addPerson(server.url, 'ada', { organizations: { [project.organization.id]: 'author' } }),
  )
  author = createCaller({ services, caller: ada })
  for (const [version, qps] of [
    ['17.6', 1000],
    ['18.0', 950],
  ] as const) {
    await runner.runs.upload({
      onConflict: 'replace',
      document: exampleDocument({
        runId: crypto.randomUUID(),
        product: 'MySQL',
        version,
        config: { name: 'mysql_x10a', text: '[mysqld]\n' },
        metricNames: ['qps'],
        tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
        results: [{ test: 'scan', clients: 1, values: [qps], command: 'sysbench --mysql-host=x --db-driver=mysql' }],
      }),
    })
  }
})
afterAll(() => server.stop())

const COMPARISON = { kind: 'comparison' as const, query: 'columns=version&base=version:17.6', study: null, own: {} }
const make = (changes: Partial<NewShareInput> = {}) =>
  author.shares.create({ project: 'lab', share: { title: 'MySQL 17.6 to 18.0', what: COMPARISON, ...changes } })
const open = (secret: string | null, caller: Caller = anonymous, proof: string | null = null) =>
  openShare(services, { secret: secret ?? '' }, { caller, proof })
const list = async () =>
  (await author.shares.list({ project: 'lab' })).find(({ title }) => title === 'MySQL 17.6 to 18.0')

test('a link shows the shared comparison to anybody, and counts its viewers', async () => {
  const { secret, sha256 } = await make()
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const opened = await open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect(opened.share.sha256).toBe(sha256)
  const [figure] = opened.share.content.figures
  if (figure?.format !== 1) throw new Error('a comparison has format 1')
  expect(figure.grid.tables[0]?.groups[0]?.rows[0]?.cells[1]?.ratio).toBe(0.95)
  expect(exportShare(opened.share, 'text', { origin: 'http://x', href: 'http://x/s' })).toContain('0.95\tscan')
  await open(secret)
  await open(secret, ada)
  expect(await list()).toMatchObject({ views: 2, lastViewAt: '2026-11-21T12:00:00.000Z' })
})

test('a share keeps its content, and a badge reports how its data changed', async () => {
  const { secret } = await make()
  const before = await open(secret)
  if (before.kind !== 'open') throw new Error(before.kind)
  expect(await reproduceShare(services, before.found, before.share.content)).toEqual([{ kind: 'reproduced' }])
  const { rows } = await runner.runs.list({ project: 'lab' })
  const newest = rows.find(({ version }) => version === '18.0')
  await runner.runs.upload({
    onConflict: 'replace',
    document: exampleDocument({
      runId: crypto.randomUUID(),
      product: 'MySQL',
      version: '18.0',
      startedAt: '2026-12-01T00:00:00Z',
      config: { name: 'mysql_x10a' },
      metricNames: ['qps'],
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
      results: [{ test: 'scan', clients: 1, values: [930] }],
    }),
  })
  expect(newest).toBeDefined()
  const after = await open(secret)
  if (after.kind !== 'open') throw new Error(after.kind)
  expect(after.share).toEqual(before.share)
  expect(await reproduceShare(services, after.found, after.share.content)).toEqual([
    { kind: 'differs', cells: 1, frozen: '0.95', today: '0.93' },
  ])
})

test('unknown, revoked, expired and embargoed links look alike to guests; the author sees the reason', async () => {
  const revoked = await make()
  await author.shares.revoke({ project: 'lab', id: revoked.id })
  const early = await make({ embargoUntil: '2026-12-24T00:00:00Z' })
  const short = await make({ days: 1 })
  clock = new Date('2026-11-23T12:00:00Z')
  const nothing = { kind: 'nothing', why: null }
  for (const secret of [revoked.secret, early.secret, short.secret, 'A'.repeat(43), 'short', '']) {
    expect(await open(secret)).toEqual(nothing)
  }
  expect(await open(revoked.secret, ada)).toEqual({ kind: 'nothing', why: 'You took this link back on 2026-11-21.' })
  expect(await open(short.secret, ada)).toMatchObject({ why: expect.stringContaining('ended on 2026-11-22') })
  expect(await open(early.secret, ada)).toMatchObject({
    why: expect.stringMatching(/opens on 2026-12-24 at \d\d:\d\d UTC\.$/),
  })
  clock = new Date('2026-12-25T12:00:00Z')
  expect((await open(early.secret)).kind).toBe('open')
  clock = new Date('2026-11-21T12:00:00Z')
})

test('a password is requested once, and its proof is not valid for another link', async () => {
  const [one, two] = [await make({ password: 'four words and more' }), await make({ password: 'four words and more' })]
  const asked = await open(one.secret)
  if (asked.kind !== 'password') throw new Error(asked.kind)
  expect(await isPassword('four words and more', asked.found.passwordHash ?? '')).toBe(true)
  expect(await isPassword('something else', asked.found.passwordHash ?? '')).toBe(false)
  const proof = passwordProof(asked.found)
  expect((await open(one.secret, anonymous, proof)).kind).toBe('open')
  expect((await open(two.secret, anonymous, proof)).kind).toBe('password')
})

test('masked names are not in any export', async () => {
  const { secret } = await make({ title: 'MySQL, and MYSQL again', masks: {} })
  const opened = await open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const leaving = [
    JSON.stringify(opened.share),
    ...(['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) =>
      exportShare(opened.share, format, { origin: 'http://x', href: 'http://x/s' }),
    ),
  ]
  for (const text of leaving) expect(text.toLowerCase()).not.toContain('mysql')
  expect(opened.share.content.title).toBe('DBMS A, and DBMS A again')
  expect((await reproduceShare(services, opened.found, opened.share.content))[0]?.kind).toBe('reproduced')
  const named = await open((await make({ masks: { MySQL: 'System X' }, maskVersions: false })).secret)
  if (named.kind !== 'open') throw new Error(named.kind)
  expect(named.share.content.title).toBe('System X 17.6 to 18.0')
})

test('masks can exempt products and cover versions and builds; a preview shows the same', async () => {
  const masking = { masks: { MySQL: 'System X' }, maskVersions: true, maskBuilds: true }
  const share = { title: 'MySQL 17.6 to 18.0', what: COMPARISON, ...masking }
  const seen = await author.shares.preview({ project: 'lab', share })
  expect(seen.title).toBe('System X v1 to v2')
  expect(seen.figures[0]?.runs.map(({ build }) => build)).toEqual(['build 1', 'build 1'])
  const before = (await author.shares.list({ project: 'lab' })).length
  const opened = await open((await make(masking)).secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect({ ...opened.share.content, sharedAt: '' }).toEqual({ ...seen, sharedAt: '' })
  expect((await author.shares.list({ project: 'lab' })).length, 'only the link is stored').toBe(before + 1)
  expect((await reproduceShare(services, opened.found, opened.share.content))[0]?.kind).not.toBe('gone')

  expect(await author.shares.products({ project: 'lab', what: COMPARISON })).toEqual([
    { product: 'MySQL', versions: ['17.6', '18.0'], builds: ['o2nofp'] },
  ])
  const told = await author.shares.preview({ project: 'lab', share: { ...share, tell: ['MySQL'] } })
  expect(told).toMatchObject({ title: 'MySQL 17.6 to 18.0', isMasked: false })
  await expect(
    author.shares.preview({ project: 'lab', share: { ...share, masks: { MySQL: 'not MySQL' } } }),
  ).rejects.toThrow(/can still be read/)
})

test('the name of a base that is in no cell is masked too', async () => {
  await runner.runs.upload({
    onConflict: 'replace',
    document: exampleDocument({
      runId: crypto.randomUUID(),
      product: 'RocksDB',
      version: '10.8.3',
      config: { name: 'rocksdb_x' },
      metricNames: ['qps'],
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
      results: [{ test: 'scan', clients: 1, values: [500] }],
    }),
  })
  const query = 'columns=product,version,config&base=version:10.8.3&product=MySQL&version=17.6'
  const what = { kind: 'comparison' as const, query, study: null }
  const share = { title: 'MySQL vs another', what, masks: {}, maskVersions: true }
  const seen = JSON.stringify(await author.shares.preview({ project: 'lab', share }))
  expect(seen).toContain('DBMS B')
  for (const name of ['rocks', 'mysql', '10.8.3', '"17.6"']) expect(seen.toLowerCase()).not.toContain(name)
})

test('a published name belongs to one share', async () => {
  expect(await make({ publishAs: 'my-post' })).toMatchObject({ secret: null, slug: 'my-post' })
  await expect(make({ publishAs: 'my-post' })).rejects.toThrow(/published already/)
  const address = { organization: 'lab', slug: 'my-post' }
  expect((await openShare(services, address, { caller: anonymous, proof: null })).kind).toBe('open')
  expect((await server.db.shares.listPublished('lab', clock, 10)).map(({ slug }) => slug)).toEqual(['my-post'])
})

test('a revoked link opens for no request after the response, however many requests are concurrent', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, secret } = await make()
    const asking = Array.from({ length: 4 }, () => open(secret))
    await author.shares.revoke({ project: 'lab', id })
    const after = await Promise.all(Array.from({ length: 4 }, () => open(secret)))
    expect(after.map(({ kind }) => kind)).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
    await Promise.all(asking)
  }
})

test('shares can be created, read, changed, published and revoked through REST', async () => {
  const { addToken } = await server.addProject('lab')
  const token = await addToken(['write'])
  const send = async (method: string, path = '', body?: unknown) => {
    const answer = await server.send(`/api/v1/projects/lab/shares${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const made = await send('POST', '', { title: 'By REST', what: COMPARISON, frameHosts: ['Blog.example'] })
  expect(made).toMatchObject({ status: 201, body: { url: expect.stringMatching(/\/s\/[\w-]{43}$/), slug: null } })
  const { id, secret } = made.body
  expect((await open(secret)).kind).toBe('open')
  expect(await readFrameAncestors(services, `/embed/${secret}`)).toBe('blog.example')
  expect((await send('GET', `/${id}`)).body).toMatchObject({ id, secret: null, url: null, views: 1 })

  const published = await send('PATCH', `/${id}`, { publishAs: 'by-rest' })
  expect(published.body).toMatchObject({ url: 'http://assay.test/published/lab/by-rest', secret: null })
  expect((await open(secret)).kind, 'its first address goes on').toBe('open')
  expect(await readFrameAncestors(services, '/published/lab/by-rest/embed')).toBe('blog.example')
  expect((await send('PATCH', `/${id}`, { password: 'four words and more' })).status).toBe(422)
  await send('PATCH', `/${id}`, { publishAs: null, password: 'four words and more', days: null, frameHosts: [] })
  expect((await open(secret)).kind).toBe('password')
  expect(await readFrameAncestors(services, `/embed/${secret}`), 'what asks for a password tells nothing').toBe(
    'https: http:',
  )
  await send('PATCH', `/${id}`, { password: null, embargoUntil: '2026-12-24T00:00:00Z' })
  expect((await open(secret)).kind).toBe('nothing')
  expect((await send('GET', `/${id}`)).body).toMatchObject({ expiresAt: null, hasPassword: false, slug: null })

  expect((await send('PATCH', `/${id}`, { sha256: 'x' })).status).toBe(422)
  expect((await send('DELETE', `/${id}`)).status).toBe(204)
  expect((await send('DELETE', `/${id}`)).status).toBe(404)
  expect((await send('PATCH', `/${id}`, { days: 7 })).status).toBe(404)
  const { events } = await server.db.in(scopeOf(lab)).audit.list({ filters: { what: 'share' }, after: null, limit: 10 })
  const of = events.filter(({ object }) => object.id === id).map(({ action }) => action)
  expect(of).toEqual(['share.revoked', 'share.changed', 'share.unpublished', 'share.published', 'share.made'])
})

test('a published name is free again after its share is revoked; an unpublished share keeps an address', async () => {
  const first = await make({ publishAs: 'again' })
  await author.shares.revoke({ project: 'lab', id: first.id })
  const second = await make({ publishAs: 'again', title: 'second' })
  const address = { organization: 'lab', slug: 'again' }
  const opened = await openShare(services, address, { caller: anonymous, proof: null })
  expect(opened.kind === 'open' && opened.share.content.title).toBe('second')
  const other = await make()
  await expect(author.shares.change({ project: 'lab', id: other.id, change: { publishAs: 'again' } })).rejects.toThrow(
    /published already/,
  )
  const printed = await author.shares.change({ project: 'lab', id: second.id, change: { publishAs: null } })
  expect((await openShare(services, address, { caller: anonymous, proof: null })).kind).toBe('nothing')
  expect((await open(printed.secret)).kind).toBe('open')
  await expect(make({ publishAs: 'secret', password: 'four words and more' })).rejects.toThrow(/has no password/)
})

test('people without write access cannot create shares', async () => {
  const stranger = createCaller({ services, caller: anonymous })
  await expect(
    stranger.shares.create({ project: 'lab', share: { title: 'x', what: COMPARISON } }),
  ).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(make({ what: { kind: 'comparison', query: 'rows=nonsense', study: null, own: {} } })).rejects.toThrow()
  await expect(make({ what: { kind: 'report', slug: 'none', version: 1 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('authors can rename a share, and guests see the new title', async () => {
  const { secret, id } = await make({ title: 'A link to name' })
  const rename = (name: string | null) => author.shares.change({ project: 'lab', id, change: { name } })
  expect(await rename('  For the team ')).toMatchObject({ title: 'A link to name', name: 'For the team' })
  expect(await author.shares.byId({ project: 'lab', id })).toMatchObject({ name: 'For the team' })
  const opened = await open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect(JSON.stringify(opened)).not.toContain('For the team')
  expect(await rename(null)).toMatchObject({ name: null })
  await expect(author.shares.byId({ project: 'lab', id: crypto.randomUUID() })).rejects.toThrow(
    'There is no such link.',
  )
})

test('masks without a product are an error, and an empty mask masks every product', async () => {
  const asked = (masking: object) =>
    author.shares.preview({ project: 'lab', share: { title: 'Masked', what: COMPARISON, ...masking } })
  expect(JSON.stringify(await asked({ masks: {} }))).not.toContain('MySQL')
  await expect(asked({ masks: { MariaDB: 'X' } })).rejects.toThrow(
    /names MariaDB, which is not among the shared products/,
  )
})
