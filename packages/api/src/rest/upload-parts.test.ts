import { randomBytes } from 'node:crypto'
import { packArchive } from '@assay/testing/import/pack-archive'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { MAX_PART_BYTES, removeAbandonedParts } from '../uploads/upload-parts.ts'

let server: TestServer
let token: string
let projectId: string

beforeAll(async () => {
  server = await startTestServer()
  const { project, token: made } = await server.addProject('lab')
  projectId = project.id
  token = made
})
afterAll(() => server.stop())

const send = (path: string, init: RequestInit = {}, by = token) =>
  server.send(path, { ...init, headers: { authorization: `Bearer ${by}`, ...init.headers } })
const put = (part: Buffer, sha256 = sha256Hex(part), by = token) =>
  send(`/api/v1/upload-parts/${sha256}`, { method: 'PUT', body: new Uint8Array(part) }, by)
const missing = async (hashes: readonly string[], by = token) =>
  ((await (await send(`/api/v1/upload-parts?sha256=${hashes.join(',')}`, {}, by)).json()) as { missing: string[] })
    .missing
const post = (path: string, hashes: readonly string[]) => {
  const form = new FormData()
  form.set('parts', hashes.join(','))
  return send(path, { method: 'POST', body: form })
}
const waiting = async () => {
  const parts: string[] = []
  for await (const { sha256 } of server.services.uploadParts.list(projectId)) parts.push(sha256)
  return parts
}

/** An archive of one output, cut into parts. */
async function partsOfUpload(qps: number, size = 300): Promise<Buffer[]> {
  const text = sysbenchText({ qps, threads: 40 })
  const archive = await packArchive((tar) => tar.entry({ name: 'c7i.large/pg-18.1/oltp_insert-c40.log' }, text))
  return Array.from({ length: Math.ceil(archive.length / size) }, (_, at) =>
    archive.subarray(at * size, (at + 1) * size),
  )
}

test('an upload that is interrupted continues with the parts that are missing, and is stored once', async () => {
  const parts = await partsOfUpload(900)
  const hashes = parts.map((part) => sha256Hex(part))
  expect(parts.length).toBeGreaterThan(1)
  expect(await missing(hashes)).toEqual(hashes)
  const [first, ...others] = parts
  if (first !== undefined) expect((await put(first)).status).toBe(200)
  expect(await missing(hashes)).toEqual(hashes.slice(1))
  const early = await post('/api/v1/uploads?name=a.tar.gz', hashes)
  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({ code: 'parts-missing', detail: expect.stringContaining(hashes[1] ?? '') })

  for (const part of others) expect((await put(part)).status).toBe(200)
  const preview = (await (await post('/api/v1/previews?name=a.tar.gz', hashes)).json()) as { runs: unknown[] }
  expect(preview.runs).toHaveLength(1)
  expect(await missing(hashes)).toEqual([])
  const stored = await post('/api/v1/uploads?name=a.tar.gz', hashes)
  expect(await stored.json()).toMatchObject({ runs: [{ outcome: 'stored' }], problems: [] })
  // The parts are needed no longer.
  expect(await missing(hashes)).toEqual(hashes)
})

test('a part has the hash of its address and at most 4 MB', async () => {
  expect(await (await put(Buffer.from('x'), sha256Hex('y'))).json()).toMatchObject({ code: 'blob-differs' })
  expect((await put(randomBytes(MAX_PART_BYTES + 1))).status).toBe(413)
  expect((await send('/api/v1/upload-parts?sha256=x')).status).toBe(422)
  expect((await send('/api/v1/uploads', { method: 'POST', body: new FormData() })).status).toBe(400)
})

test('a project sees no part of another one', async () => {
  const other = (await server.addProject('other')).token
  const part = randomBytes(8)
  await put(part)
  expect(await missing([sha256Hex(part)])).toEqual([])
  expect(await missing([sha256Hex(part)], other)).toEqual([sha256Hex(part)])
})

test('parts of an abandoned upload are deleted a day later, and their number is limited', async () => {
  await put(randomBytes(8))
  const { uploadParts } = server.services
  await removeAbandonedParts({ uploadParts, now: () => new Date(Date.now() + 23 * 3_600_000) })
  expect(await waiting()).not.toEqual([])
  await removeAbandonedParts({ uploadParts, now: () => new Date(Date.now() + 25 * 3_600_000) })
  expect(await waiting()).toEqual([])
  for (let at = 0; at < 128; at++) await uploadParts.put(projectId, Buffer.from(String(at)))
  const refused = await put(Buffer.from('one more'))
  expect(await refused.json()).toMatchObject({
    code: 'quota-exceeded',
    detail: expect.stringContaining('Complete one'),
  })
  // A part that is stored already may be sent again.
  expect((await put(Buffer.from('5'))).status).toBe(200)
  await uploadParts.removeProject(projectId)
})
