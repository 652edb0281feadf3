import { expect, test } from 'vitest'
import { packDocuments } from './pack-documents.ts'
import { unpackText } from './packed-files.ts'

test('small documents stay texts, those of a large import are packed, and all give the same JSON', async () => {
  const documents = Array.from({ length: 12 }, (_, at) => ({
    at,
    values: Array.from({ length: 300_000 }, (__, i) => i % 97),
  }))
  const packed = packDocuments(documents)
  expect(packed.map((one) => typeof one === 'string').slice(0, 1)).toEqual([true])
  const large = packed.filter((one) => typeof one !== 'string')
  expect(large.length).toBeGreaterThan(0)
  expect(large.every((one) => one.length < 100_000)).toBe(true)
  expect(await Promise.all(packed.map(async (one) => JSON.parse(await unpackText(one))))).toEqual(documents)
})
