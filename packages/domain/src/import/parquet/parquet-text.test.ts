import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { type ParquetColumn, writeParquet } from '@assay/testing/import/write-parquet'
import { exampleDocument } from '@assay/testing/server/example-document'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { readDocuments } from '../ready-documents.ts'
import { parquetText } from './parquet-text.ts'

const LIMIT = 1_000_000
const CODECS = {
  GZIP: (input: Uint8Array) => gunzipSync(input),
  ZSTD: (input: Uint8Array) => zstdDecompressSync(input),
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
}
const PACKED = { GZIP: gzipSync, ZSTD: zstdCompressSync, BROTLI: brotliCompressSync }

/** The fields of documents as columns: text and numbers as they are, all others as JSON. */
function columnsOf(documents: readonly object[]): ParquetColumn[] {
  const names = [...new Set(documents.flatMap((document) => Object.keys(document)))]
  return names.map((name) => {
    const data = documents.map((document) => new Map(Object.entries(document)).get(name) ?? null)
    if (data.every((cell) => cell === null || typeof cell === 'string')) return { name, data, type: 'STRING' }
    if (data.every((cell) => cell === null || Number.isInteger(cell))) return { name, data, type: 'INT32' }
    return { name, data, type: 'JSON' }
  })
}

const documents = [
  exampleDocument({ runId: '018f0000-0000-7000-8000-000000000001' }),
  exampleDocument({ runId: '018f0000-0000-7000-8000-000000000002', startedAt: '2026-11-01T10:00:00.000Z' }),
]

test('the upload documents of a Parquet file are those that were written', async () => {
  const text = unwrap(await parquetText(writeParquet(columnsOf(documents)), {}, LIMIT))
  const read = readDocuments('runs.parquet', text)
  const expected = readDocuments('runs.ndjson', documents.map((one) => JSON.stringify(one)).join('\n'))
  expect(read.problems).toEqual([])
  expect(read.documents).toEqual(expected.documents)
  expect(read.documents).toHaveLength(2)
})

test.each(['GZIP', 'ZSTD', 'BROTLI'] as const)('pages that are packed with %s are read', async (codec) => {
  const options = { codec, compressors: { [codec]: (input: Uint8Array) => new Uint8Array(PACKED[codec](input)) } }
  const bytes = writeParquet([{ name: 'a', data: ['x'.repeat(1_000), 'y'.repeat(1_000)], type: 'STRING' }], options)
  const text = unwrap(await parquetText(bytes, CODECS, LIMIT))
  expect(text.split('\n')[1]).toBe(JSON.stringify({ a: 'y'.repeat(1_000) }))
})

test('integers of 64 bits are numbers where these are exact, and empty cells have no key', async () => {
  const big = 2n ** 60n
  const bytes = writeParquet([
    { name: 'a', data: [5n, big], type: 'INT64' },
    { name: 'b', data: ['x', null], type: 'STRING' },
  ])
  const text = unwrap(await parquetText(bytes, {}, LIMIT))
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ a: 5, b: 'x' }, { a: String(big) }])
})

test('a file that repeats a long value is refused before it fills the memory', async () => {
  const bytes = writeParquet([
    { name: 'a', data: Array.from({ length: 5_000 }, () => 'x'.repeat(10_000)), type: 'STRING' },
  ])
  expect(bytes.length).toBeLessThan(100_000)
  expect(await parquetText(bytes, {}, LIMIT)).toMatchObject({ ok: false, error: expect.stringContaining('too much') })
})

test('a file that is cut or has another end is refused', async () => {
  const bytes = writeParquet(columnsOf(documents))
  for (const length of [4, 20, bytes.length >> 1, bytes.length - 8, bytes.length - 1])
    expect(await parquetText(bytes.slice(0, length), {}, LIMIT)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^a Parquet file that cannot be read/),
    })
})
