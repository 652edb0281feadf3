import { randomBytes } from 'node:crypto'
import { packArchive } from '@assay/testing/import/pack-archive'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { withRequestMove } from '../http/move-request.ts'
import { MAX_CHUNK_BYTES, removeAbandonedChunks } from '../uploads/upload-chunks.ts'

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
const put = (chunk: Buffer, sha256 = sha256Hex(chunk), by = token) =>
  send(`/api/v1/upload-chunks/${sha256}`, { method: 'PUT', body: new Uint8Array(chunk) }, by)
const missing = async (hashes: readonly string[], by = token) =>
  ((await (await send(`/api/v1/upload-chunks?sha256=${hashes.join(',')}`, {}, by)).json()) as { missing: string[] })
    .missing
const post = (path: string, hashes: readonly string[]) => {
  const form = new FormData()
  form.set('chunks', hashes.join(','))
  return send(path, { method: 'POST', body: form })
}
const waiting = async () => {
  const chunks: string[] = []
  for await (const { sha256 } of server.services.uploadChunks.list(projectId)) chunks.push(sha256)
  return chunks
}

/** An archive of one output, cut into chunks. */
async function chunksOfUpload(qps: number, size = 300): Promise<Buffer[]> {
  const text = sysbenchText({ qps, threads: 40 })
  const archive = await packArchive((tar) => tar.entry({ name: 'c7i.large/pg-18.1/oltp_insert-c40.log' }, text))
  return Array.from({ length: Math.ceil(archive.length / size) }, (_, at) =>
    archive.subarray(at * size, (at + 1) * size),
  )
}

test('an upload that is interrupted continues with the chunks that are missing, and is stored once', async () => {
  const chunks = await chunksOfUpload(900)
  const hashes = chunks.map((chunk) => sha256Hex(chunk))
  expect(chunks.length).toBeGreaterThan(1)
  expect(await missing(hashes)).toEqual(hashes)
  const [first, ...others] = chunks
  if (first !== undefined) expect((await put(first)).status).toBe(200)
  expect(await missing(hashes)).toEqual(hashes.slice(1))
  const early = await post('/api/v1/uploads?name=a.tar.gz', hashes)
  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({ code: 'chunks-missing', detail: expect.stringContaining(hashes[1] ?? '') })

  for (const chunk of others) expect((await put(chunk)).status).toBe(200)
  const preview = (await (await post('/api/v1/previews?name=a.tar.gz', hashes)).json()) as { runs: unknown[] }
  expect(preview.runs).toHaveLength(1)
  expect(await missing(hashes)).toEqual([])
  const stored = await post('/api/v1/uploads?name=a.tar.gz', hashes)
  expect(await stored.json()).toMatchObject({ runs: [{ outcome: 'stored' }], problems: [] })
  // The chunks are needed no longer.
  expect(await missing(hashes)).toEqual(hashes)
})

test('a chunk has the hash of its address and at most 4 MB', async () => {
  expect(await (await put(Buffer.from('x'), sha256Hex('y'))).json()).toMatchObject({ code: 'blob-differs' })
  expect((await put(randomBytes(MAX_CHUNK_BYTES + 1))).status).toBe(413)
  expect((await send('/api/v1/upload-chunks?sha256=x')).status).toBe(422)
  expect((await send('/api/v1/uploads', { method: 'POST', body: new FormData() })).status).toBe(400)
})

test('a project sees no chunk of another one', async () => {
  const other = (await server.addProject('other')).token
  const chunk = randomBytes(8)
  await put(chunk)
  expect(await missing([sha256Hex(chunk)])).toEqual([])
  expect(await missing([sha256Hex(chunk)], other)).toEqual([sha256Hex(chunk)])
})

test('chunks of an abandoned upload are deleted a day later, and their number is limited', async () => {
  await put(randomBytes(8))
  const { uploadChunks } = server.services
  await removeAbandonedChunks({ uploadChunks, now: () => new Date(Date.now() + 23 * 3_600_000) })
  expect(await waiting()).not.toEqual([])
  await removeAbandonedChunks({ uploadChunks, now: () => new Date(Date.now() + 25 * 3_600_000) })
  expect(await waiting()).toEqual([])
  for (let at = 0; at < 128; at++) await uploadChunks.put(projectId, Buffer.from(String(at)))
  const refused = await put(Buffer.from('one more'))
  expect(await refused.json()).toMatchObject({
    code: 'quota-exceeded',
    detail: expect.stringContaining('Complete one'),
  })
  // A chunk that is stored already may be sent again.
  expect((await put(Buffer.from('5'))).status).toBe(200)
  await uploadChunks.removeProject(projectId)
})

test('an upload in chunks is moved to the process for heavy requests before its chunks are read', async () => {
  const move = vi.fn(() => true)
  // A moved request is never answered here. The chunk is missing, which would be the answer otherwise.
  void withRequestMove({ move, isCounted: false }, () => post('/api/v1/previews?name=a.tar.gz', [sha256Hex('absent')]))
  await vi.waitFor(() => expect(move).toHaveBeenCalled(), { timeout: 20_000 })
})
