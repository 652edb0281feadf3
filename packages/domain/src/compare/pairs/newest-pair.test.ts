import { expect, test } from 'vitest'
import { newestPair, pairOptions } from './pair-options.ts'

const versionsOf = (...names: string[]) =>
  names.map((version, at) => ({ version, tests: 10, common: at === 0 ? 0 : 10 }))
const OPTIONS = pairOptions([
  {
    product: 'PostgreSQL',
    hardware: 'a',
    benchmark: 'sysbench',
    workload: 'w',
    versions: versionsOf('16.1', '17.6', '18.0'),
  },
  { product: 'PostgreSQL', hardware: 'b', benchmark: 'sysbench', workload: 'w', versions: versionsOf('16.1', '17.6') },
  { product: 'MySQL', hardware: 'b', benchmark: 'sysbench', workload: 'w', versions: versionsOf('8.0.1', '8.4.0') },
])

test('a page about a product offers its two newest versions where most was measured', () => {
  expect(newestPair(OPTIONS, { product: 'PostgreSQL' })).toMatchObject({ from: '17.6', to: '18.0', hardware: 'a' })
})

test('a page about a machine offers versions that ran there', () => {
  expect(newestPair(OPTIONS, { product: 'PostgreSQL', hardware: 'b' })).toMatchObject({ from: '16.1', to: '17.6' })
})

test('a page about a version offers it with the one before it', () => {
  expect(newestPair(OPTIONS, { product: 'PostgreSQL', version: '17.6' })).toMatchObject({ from: '16.1', to: '17.6' })
})

test.each([
  ['an unknown product', { product: 'SQLite' }],
  ['an unknown machine', { product: 'MySQL', hardware: 'a' }],
  ['the oldest version', { product: 'MySQL', version: '8.0.1' }],
])('%s has no pair', (_, subject) => {
  expect(newestPair(OPTIONS, subject)).toBeNull()
})
