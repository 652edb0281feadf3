import { expect, test } from 'vitest'
import { chooseSuggestion, lastEntry } from './last-entry.ts'

test('a suggestion replaces only the entry behind the last comma', () => {
  expect(lastEntry('RocksDB, Post')).toBe(' Post')
  expect(chooseSuggestion('RocksDB, Post', 'PostgreSQL')).toBe('RocksDB, PostgreSQL')
  expect(chooseSuggestion('Post', 'PostgreSQL')).toBe('PostgreSQL')
  expect(chooseSuggestion('a,b,', 'c')).toBe('a,b, c')
})
