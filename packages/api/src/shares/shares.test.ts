import { randomBytes } from 'node:crypto'
import { scopeOf } from '@assay/db/open'
import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { COMPARISON, type ShareLab, startShareLab } from '@assay/testing/server/share-lab'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPassword } from '../accounts/password-hash.ts'
import { createCaller } from '../router.ts'
import { exportShare } from './export-share.ts'
import { readFrameAncestors } from './frame-ancestors.ts'
import { openShare, reproduceShare } from './open-share.ts'
import { hashSecret, passwordProof } from './share-secret.ts'

let lab: ShareLab

beforeAll(async () => {
  lab = await startShareLab()
})
afterAll(() => lab.server.stop())

test('a link shows the shared comparison to anybody, and counts its viewers', async () => {
  const { secret, sha256 } = await lab.create()
  expect(secret).toMatch(/^[A-Za-z0-9_-]{64}$/)
  const opened = await lab.open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect(opened.share.sha256).toBe(sha256)
  const [figure] = opened.share.content.figures
  if (figure?.format !== 1) throw new Error('a comparison has format 1')
  expect(figure.grid.tables[0]?.groups[0]?.rows[0]?.cells[1]?.ratio).toBe(0.95)
  expect(exportShare(opened.share, 'text', { origin: 'http://x', href: 'http://x/s' })).toContain('0.95\tscan')
  await lab.open(secret)
  await lab.open(secret, lab.ada)
  expect(await lab.listed()).toMatchObject({ views: 2, lastViewAt: '2026-11-21T12:00:00.000Z' })
})

test('a link of an earlier version, whose secret names no project, still opens', async () => {
  const made = await lab.open((await lab.create()).secret)
  if (made.kind !== 'open') throw new Error(made.kind)
  const { services } = lab
  const project = await services.db.projects.findById(made.found.projectId)
  if (project === null) throw new Error('the share has a project')
  const earlier = randomBytes(32).toString('base64url')
  await services.db.in(scopeOf(project)).shares.add({
    title: 'earlier',
    content: await services.db.shares.readContent(made.found),
    sha256: made.share.sha256,
    source: { comparisons: [], masks: [] },
    address: { secretSha256: hashSecret(earlier) },
    ...{ passwordHash: null, expiresAt: null, embargoUntil: null, frameHosts: null },
  })
  expect((await lab.open(earlier)).kind).toBe('open')
})

test('a share keeps its content, and a badge reports how its data changed', async () => {
  const { secret } = await lab.create()
  const before = await lab.open(secret)
  if (before.kind !== 'open') throw new Error(before.kind)
  expect(await reproduceShare(lab.services, before.found, before.share.content)).toEqual([{ kind: 'reproduced' }])
  const { rows } = await lab.runner.runs.list({ project: 'lab' })
  const newest = rows.find(({ version }) => version === '18.0')
  await lab.runner.runs.upload({
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
  const after = await lab.open(secret)
  if (after.kind !== 'open') throw new Error(after.kind)
  expect(after.share).toEqual(before.share)
  expect(await reproduceShare(lab.services, after.found, after.share.content)).toEqual([
    { kind: 'differs', cells: 1, frozen: '0.95', today: '0.93' },
  ])
})

test('unknown, revoked, expired and embargoed links look alike to guests; the author sees the reason', async () => {
  const revoked = await lab.create()
  await lab.author.shares.revoke({ project: 'lab', id: revoked.id })
  const early = await lab.create({ embargoUntil: '2026-12-24T00:00:00Z' })
  const short = await lab.create({ days: 1 })
  lab.clock.now = new Date('2026-11-23T12:00:00Z')
  const nothing = { kind: 'nothing', why: null }
  for (const secret of [revoked.secret, early.secret, short.secret, 'A'.repeat(43), 'short', '']) {
    expect(await lab.open(secret)).toEqual(nothing)
  }
  expect(await lab.open(revoked.secret, lab.ada)).toEqual({
    kind: 'nothing',
    why: 'You revoked this link on 2026-11-21.',
  })
  expect(await lab.open(short.secret, lab.ada)).toMatchObject({ why: expect.stringContaining('expired on 2026-11-22') })
  expect(await lab.open(early.secret, lab.ada)).toMatchObject({
    why: expect.stringMatching(/opens on 2026-12-24 at \d\d:\d\d UTC\.$/),
  })
  lab.clock.now = new Date('2026-12-25T12:00:00Z')
  expect((await lab.open(early.secret)).kind).toBe('open')
  lab.clock.now = new Date('2026-11-21T12:00:00Z')
})

test('a password is requested once, and its proof is not valid for another link', async () => {
  const [one, two] = [
    await lab.create({ password: 'four words and more' }),
    await lab.create({ password: 'four words and more' }),
  ]
  const opened = await lab.open(one.secret)
  if (opened.kind !== 'password') throw new Error(opened.kind)
  expect(await isPassword('four words and more', opened.found.passwordHash ?? '')).toBe(true)
  expect(await isPassword('something else', opened.found.passwordHash ?? '')).toBe(false)
  const proof = passwordProof(opened.found)
  expect((await lab.open(one.secret, anonymous, proof)).kind).toBe('open')
  expect((await lab.open(two.secret, anonymous, proof)).kind).toBe('password')
})

test('a published name belongs to one share', async () => {
  expect(await lab.create({ publishAs: 'my-post' })).toMatchObject({ secret: null, slug: 'my-post' })
  await expect(lab.create({ publishAs: 'my-post' })).rejects.toThrow(/published already/)
  const address = { organization: 'lab', slug: 'my-post' }
  expect((await openShare(lab.services, address, { caller: anonymous, proof: null })).kind).toBe('open')
  expect((await lab.server.db.shares.listPublished('lab', lab.clock.now, 10)).map(({ slug }) => slug)).toEqual([
    'my-post',
  ])
})

test('a revoked link opens for no request after the response, however many requests are concurrent', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, secret } = await lab.create()
    const asking = Array.from({ length: 4 }, () => lab.open(secret))
    await lab.author.shares.revoke({ project: 'lab', id })
    const after = await Promise.all(Array.from({ length: 4 }, () => lab.open(secret)))
    expect(after.map(({ kind }) => kind)).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
    await Promise.all(asking)
  }
})

test('shares can be created, read, changed, published and revoked through REST', async () => {
  const { addToken } = await lab.server.addProject('lab')
  const token = await addToken(['write'])
  const send = async (method: string, path = '', body?: unknown) => {
    const answer = await lab.server.send(`/api/v1/projects/lab/shares${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const made = await send('POST', '', { title: 'By REST', what: COMPARISON, frameHosts: ['Blog.example'] })
  expect(made).toMatchObject({ status: 201, body: { url: expect.stringMatching(/\/s\/[\w-]{64}$/), slug: null } })
  const { id, secret } = made.body
  expect((await lab.open(secret)).kind).toBe('open')
  expect(await readFrameAncestors(lab.services, `/embed/${secret}`)).toBe('blog.example')
  expect((await send('GET', `/${id}`)).body).toMatchObject({ id, secret: null, url: null, views: 1 })

  const published = await send('PATCH', `/${id}`, { publishAs: 'by-rest' })
  expect(published.body).toMatchObject({ url: 'http://assay.test/published/lab/by-rest', secret: null })
  expect((await lab.open(secret)).kind, 'its first address goes on').toBe('open')
  expect(await readFrameAncestors(lab.services, '/published/lab/by-rest/embed')).toBe('blog.example')
  expect((await send('PATCH', `/${id}`, { password: 'four words and more' })).status).toBe(422)
  await send('PATCH', `/${id}`, { publishAs: null, password: 'four words and more', days: null, frameHosts: [] })
  expect((await lab.open(secret)).kind).toBe('password')
  expect(await readFrameAncestors(lab.services, `/embed/${secret}`), 'what asks for a password tells nothing').toBe(
    'https: http:',
  )
  await send('PATCH', `/${id}`, { password: null, embargoUntil: '2026-12-24T00:00:00Z' })
  expect((await lab.open(secret)).kind).toBe('nothing')
  expect((await send('GET', `/${id}`)).body).toMatchObject({ expiresAt: null, hasPassword: false, slug: null })

  expect((await send('PATCH', `/${id}`, { sha256: 'x' })).status).toBe(422)
  expect((await send('DELETE', `/${id}`)).status).toBe(204)
  expect((await send('DELETE', `/${id}`)).status).toBe(404)
  expect((await send('PATCH', `/${id}`, { days: 7 })).status).toBe(404)
  const { events } = await lab.server.db
    .in(scopeOf(lab.project))
    .audit.list({ filters: { what: 'share' }, after: null, limit: 10 })
  const of = events.filter(({ object }) => object.id === id).map(({ action }) => action)
  expect(of).toEqual(['share.revoked', 'share.changed', 'share.unpublished', 'share.published', 'share.made'])
})

test('a published name is free again after its share is revoked; an unpublished share keeps an address', async () => {
  const first = await lab.create({ publishAs: 'again' })
  await lab.author.shares.revoke({ project: 'lab', id: first.id })
  const second = await lab.create({ publishAs: 'again', title: 'second' })
  const address = { organization: 'lab', slug: 'again' }
  const opened = await openShare(lab.services, address, { caller: anonymous, proof: null })
  expect(opened.kind === 'open' && opened.share.content.title).toBe('second')
  const other = await lab.create()
  await expect(
    lab.author.shares.change({ project: 'lab', id: other.id, change: { publishAs: 'again' } }),
  ).rejects.toThrow(/published already/)
  const printed = await lab.author.shares.change({ project: 'lab', id: second.id, change: { publishAs: null } })
  expect((await openShare(lab.services, address, { caller: anonymous, proof: null })).kind).toBe('nothing')
  expect((await lab.open(printed.secret)).kind).toBe('open')
  await expect(lab.create({ publishAs: 'secret', password: 'four words and more' })).rejects.toThrow(/has no password/)
})

test('people without write access cannot create shares', async () => {
  const visitor = createCaller({ services: lab.services, caller: anonymous })
  await expect(
    visitor.shares.create({ project: 'lab', share: { title: 'x', what: COMPARISON } }),
  ).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(
    lab.create({ what: { kind: 'comparison', query: 'rows=nonsense', study: null, own: {} } }),
  ).rejects.toThrow()
  await expect(lab.create({ what: { kind: 'report', slug: 'none', version: 1 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('authors can rename a share, and guests see the new title', async () => {
  const { secret, id } = await lab.create({ title: 'A link to name' })
  const rename = (name: string | null) => lab.author.shares.change({ project: 'lab', id, change: { name } })
  expect(await rename('  For the team ')).toMatchObject({ title: 'A link to name', name: 'For the team' })
  expect(await lab.author.shares.byId({ project: 'lab', id })).toMatchObject({ name: 'For the team' })
  const opened = await lab.open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect(JSON.stringify(opened)).not.toContain('For the team')
  expect(await rename(null)).toMatchObject({ name: null })
  await expect(lab.author.shares.byId({ project: 'lab', id: crypto.randomUUID() })).rejects.toThrow(
    'There is no such link. Reload the list of shared links.',
  )
})
