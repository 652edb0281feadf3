import { expect, test } from 'vitest'
import { groupFindings, readGroup } from './group-findings.ts'

const FINDINGS = [
  { id: 1, product: 'MySQL', hardware: 'pn53' },
  { id: 2, product: 'RocksDB', hardware: 'hetz' },
  { id: 3, product: 'MySQL', hardware: 'hetz' },
]
const ids = (by: Parameters<typeof groupFindings>[1]) =>
  groupFindings(FINDINGS, by).map(({ name, findings }) => [name, ...findings.map(({ id }) => id)])

test('groups are in the order of their first finding and keep every finding', () => {
  expect(ids('product')).toEqual([
    ['MySQL', 1, 3],
    ['RocksDB', 2],
  ])
  expect(ids('hardware')).toEqual([
    ['pn53', 1],
    ['hetz', 2, 3],
  ])
  expect(ids(null)).toEqual([[null, 1, 2, 3]])
})

test('an unknown group in the address is none', () => {
  expect(readGroup('hardware')).toBe('hardware')
  expect(readGroup('owner')).toBeNull()
  expect(readGroup(null)).toBeNull()
})
