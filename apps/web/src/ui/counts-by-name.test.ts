import { expect, test } from 'vitest'
import { countsByName, titleByProduct } from './counts-by-name.ts'

const names = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([name, count]) => Array.from({ length: count }, () => name))

test('the most frequent names come first', () => {
  expect(countsByName(names({ MySQL: 2, RocksDB: 3, PostgreSQL: 2 }), 'product')).toBe(
    'RocksDB 3, MySQL 2 and PostgreSQL 2',
  )
  expect(countsByName(names({ MySQL: 2 }), 'product')).toBe('MySQL 2')
  expect(countsByName([], 'product')).toBe('')
})

test('other names are summed up, unless there is only one', () => {
  expect(countsByName(names({ a: 5, b: 4, c: 3, d: 2 }), 'product')).toBe('a 5, b 4, c 3 and d 2')
  expect(countsByName(names({ a: 5, b: 4, c: 3, d: 2, e: 1 }), 'product')).toBe(
    'a 5, b 4, c 3 and 3 of 2 other products',
  )
})

test('a list of records of products has their counts as its title', () => {
  const records = [{ product: 'MySQL' }, { product: 'RocksDB' }, { product: 'MySQL' }]
  expect(titleByProduct(records, 'build')).toBe('3 builds: MySQL 2 and RocksDB 1')
  expect(titleByProduct(records.slice(0, 1), 'known bug', ', 1 without a fixed version')).toBe(
    '1 known bug, 1 without a fixed version: MySQL 1',
  )
  expect(titleByProduct([], 'known bug')).toBe('Known bugs')
})
