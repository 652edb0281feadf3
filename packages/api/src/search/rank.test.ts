import type { SearchEntry, SearchKind } from '@assay/domain/search/search-entry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rank, searchedText } from './rank.ts'

const entry = (kind: SearchKind, title: string, about = ''): SearchEntry => ({
  kind,
  key: title,
  title,
  about,
  filters: {},
})

const ENTRIES = [
  entry('run', 'Postgres 17.6 · x10b_c32r128 · dell32', 'sysbench · cached'),
  entry('version', 'Postgres 17.6', '12 runs'),
  entry('version', 'Postgres 17.7', '3 runs'),
  entry('version', 'MySQL 8.0.44', '3 runs'),
  entry('product', 'Postgres', '14 versions'),
  entry('hardware', 'dell32'),
  entry('test', 'point-query_range=100', 'point queries'),
  entry('known bug', 'RocksDB 13996: fillseq is slower'),
]
const find = (text: string, limit = 10) =>
  rank(ENTRIES, ENTRIES.map(searchedText), text, limit).map(({ title }) => title)

test('an exact title comes first, then titles that begin with the text', () => {
  expect(find('postgres')[0]).toBe('Postgres')
  expect(find('postgres 17.6').slice(0, 2)).toEqual(['Postgres 17.6', 'Postgres 17.6 · x10b_c32r128 · dell32'])
})

test('common short names are understood', () => {
  expect(find('pg 17.6')[0]).toBe('Postgres 17.6')
  expect(find('my 8.0')).toContain('MySQL 8.0.44')
  expect(find('rdb 13996')).toEqual(['RocksDB 13996: fillseq is slower'])
})

test('a repeated word counts once', () => {
  expect(find('postgres Postgres postgres')).toEqual(find('postgres'))
})

test('words match in any order, and one letter may be wrong', () => {
  expect(find('dell32 x10b')).toEqual(['Postgres 17.6 · x10b_c32r128 · dell32'])
  expect(find('postgrse 17.7')).toContain('Postgres 17.7')
  expect(find('point query')).toEqual(['point-query_range=100'])
})

test('an empty text finds nothing, and no text causes an error', () => {
  expect(find('')).toEqual([])
  expect(find('   ')).toEqual([])
  fc.assert(
    fc.property(fc.string(), fc.nat(5), (text, limit) => {
      expect(find(text, limit).length).toBeLessThanOrEqual(limit)
    }),
  )
})

test('every entry is found by its own title', () => {
  for (const { title } of ENTRIES) expect(find(title)).toContain(title)
})

test('a wrong letter in a word above 32 letters is not looked for, because that takes seconds', () => {
  const [short, long] = ['abcdefghijklmnop', 'abcdefghijklmnop'.repeat(3)]
  const entries = [entry('config', short), entry('config', long)]
  const titles = (text: string) => rank(entries, entries.map(searchedText), text, 10).map(({ title }) => title)
  expect(titles(short.replace('k', 'x'))).toContain(short)
  expect(titles(long)).toEqual([long])
  expect(titles(long.replace('k', 'x'))).toEqual([])
})
