import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { UploadAttachment } from '@assay/domain/run/upload-document'
import { expect, test } from 'vitest'
import type { RawInput } from '../inputs/raw-input.ts'
import { type SpoolBlob, sha256Hex } from '../spool/spool-entry.ts'
import { packRawFiles } from './raw-files.ts'

const input = (name: string, content: string | Buffer): RawInput => ({
  shown: name,
  location: `/${name}`,
  name,
  read: () => Buffer.from(content),
})

async function packed(inputs: readonly RawInput[], signal = new AbortController().signal) {
  const attachments: UploadAttachment[] = []
  const blobs: SpoolBlob[] = []
  for await (const blob of packRawFiles(inputs, attachments, signal)) blobs.push(blob)
  return { attachments, blobs }
}

const unpack = (base64 = '') => gunzipSync(Buffer.from(base64, 'base64')).toString()

test('a raw file is redacted before its hash is computed', async () => {
  const { attachments } = await packed([input('set/sb.o.scan', '/home/someone/sysbench --mysql-password=geheim run\n')])
  const unpacked = unpack(attachments[0]?.contentGzipBase64)
  expect(unpacked).not.toMatch(/geheim|someone/)
  expect(attachments[0]).toMatchObject({
    name: 'set/sb.o.scan',
    sha256: sha256Hex(unpacked),
    sizeBytes: unpacked.length,
  })
})

test('a .gz copy is the same attachment, and binary files are left out', async () => {
  const plain = await packed([input('a', 'text\n'), input('binary', Buffer.from([0, 1]))])
  const packedCopy = await packed([input('a.gz', gzipSync('text\n'))])
  expect(packedCopy).toEqual(plain)
  expect(plain.attachments).toHaveLength(1)
})

test('large files are sent before the document, each content once; small ones are in it, up to 3 MB of them', async () => {
  const noise = (kb: number) => randomBytes(kb * 768).toString('base64') // Random base64 packs to three quarters.
  const large = noise(100)
  const many = Array.from({ length: 80 }, (_, i) => input(`small${i}`, noise(50)))
  const { attachments, blobs } = await packed([input('large', large), input('copy of large', large), ...many])
  expect(attachments).toHaveLength(82)
  expect(new Set(blobs.map(({ sha256 }) => sha256)).size).toBe(blobs.length)
  const inline = attachments.filter(({ contentGzipBase64 }) => contentGzipBase64 !== undefined)
  expect(inline.reduce((sum, { contentGzipBase64 = '' }) => sum + contentGzipBase64.length, 0)).toBeLessThan(
    4.2 * 1024 * 1024,
  )
  expect(blobs.length).toBe(82 - inline.length - 1)
  for (const { sha256, gzip } of blobs) expect(sha256Hex(gunzipSync(gzip))).toBe(sha256)
})

test('any file name of a file system becomes a valid attachment name', async () => {
  const names = ['with\ttab', 'new\nline', 'x'.repeat(3_000), 'half \ud83d', '.gz']
  const { attachments } = await packed(names.map((name, i) => input(name, `${i}\n`)))
  for (const attachment of attachments) expect(UploadAttachment.safeParse(attachment).success).toBe(true)
})

test('packing stops after an interrupt', async () => {
  expect(await packed([input('a', 'text\n')], AbortSignal.abort())).toEqual({ attachments: [], blobs: [] })
})
