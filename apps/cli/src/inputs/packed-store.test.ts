import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { PackedStore } from './packed-store.ts'

test('contents are read in any order, from memory and from the temporary file', () => {
  const store = new PackedStore(100)
  const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(1 + at * 300))
  const reads = texts.map((text) => store.add(Buffer.from(text)))
  for (const at of [19, 0, 7, 7, 18]) expect(reads[at]?.().toString()).toBe(texts[at])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-archive-'))).toEqual([])
})
