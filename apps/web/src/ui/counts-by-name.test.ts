import { expect, test } from 'vitest'
import { countsByName } from './counts-by-name.ts'

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
