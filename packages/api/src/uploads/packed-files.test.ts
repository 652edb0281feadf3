import { gzipSync } from 'node:zlib'
import { unwrap } from '@assay/domain/result'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { UnpackBudget } from '../http/unpack-budget.ts'
import { INLINE_POOL } from '../worker-pool/worker-pool.ts'
import { readAnyArchive } from './open-archives.ts'
import { textOfUpload } from './packed-files.ts'
import { readTexts } from './read-texts.ts'
import { unpackOnRead } from './unpack-on-read.ts'

const MB = 1024 * 1024

async function archiveOf(files: readonly { path: string; bytes: Buffer }[]): Promise<Buffer> {
  const tar = pack()
  for (const { path, bytes } of files) tar.entry({ name: path }, bytes)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer) // A byte stream yields Buffers.
  return gzipSync(Buffer.concat(chunks), { level: 1 })
}

/** Lines with other numbers, because an archive that is packed 200 times is refused. */
const linesOf = (file: number) =>
  Array.from({ length: 64 * 1024 }, (_, at) => `${file} umlaut: ü ${at * 7919}\n`).join('')
const fileOf = (at: number) => ({ path: `${at}.log`, text: linesOf(at) })

test('files of a large archive are kept packed, and their texts are those of the archive', async () => {
  const texts = Array.from({ length: 8 }, (_, at) => fileOf(at))
  const binary = { path: 'core', bytes: Buffer.alloc(MB) }
  const inner = { path: 'z.log.gz', bytes: gzipSync('packed by the sender') }
  const sent = [...texts.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })), binary, inner]
  const budget = new UnpackBudget(64 * MB)
  const files = unwrap(await readAnyArchive(await archiveOf(sent), budget))
  const packedBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect(packedBytes).toBeLessThan(texts.reduce((sum, { text }) => sum + text.length, 0) / 2)
  const before = budget.bytes
  const found = unwrap(await readTexts(files, budget, { workers: INLINE_POOL, key: 'p', signal: undefined }))
  // Files that were packed here are not counted a second time; the file that was sent packed is.
  expect(budget.bytes - before).toBe('packed by the sender'.length)
  expect(found.problems).toMatchObject([{ file: 'core', message: expect.stringContaining('NUL bytes') }])
  expect(found.texts.filter((file) => 'packed' in file).length).toBeGreaterThan(3)
  const expected = [...texts, { path: 'z.log.gz', text: 'packed by the sender' }]
  const read = found.texts.map(async (file) => ({ path: file.path, text: await textOfUpload(file) }))
  expect(await Promise.all(read)).toEqual(expected)
  const lazy = unpackOnRead(found.texts)
  for (const at of [7, 0, 7, 3]) expect(lazy[at]?.text).toBe(texts[at]?.text)
})
