import { readFileSync } from 'node:fs'
import { recordedFiles } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { BENCHMARKS, FORMATS } from './registry.ts'

const text = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8')
const kinds = [...text.matchAll(/`([a-z\d-]+)`/g)].map(([, kind = '']) => kind)

test('docs/formats.md names every benchmark by at least one of its kinds', () => {
  const missing = BENCHMARKS.filter(({ formats }) => !formats.some(({ kind }) => kinds.includes(kind)))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the kinds in the tables of docs/formats.md exist', () => {
  const known = new Set(FORMATS.map(({ kind }) => kind))
  const columns = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ')[2] ?? '')
  const named = columns.flatMap((column) => [...column.matchAll(/`([a-z\d-]+)`/g)].map(([, kind = '']) => kind))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((kind) => !known.has(kind))).toEqual([])
})

test('a version that docs/formats.md lists as recorded has a folder of recorded output', () => {
  const versions = [...text.matchAll(/\| recorded, [^|]*? (\d[\d.]*)(?:, [^|]*)? \|/g)].map(
    ([, version = '']) => version,
  )
  const folders = recordedFiles().map((path) => path.split('/')[0] ?? '')
  expect(versions.length).toBeGreaterThan(10)
  expect(versions.filter((version) => !folders.some((folder) => folder.endsWith(`-${version}`)))).toEqual([])
})
