import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { comparisonHeadline } from './comparison-headline.ts'

/** The value of a test in a version, with a config; on a machine of its own, or with the relative noise of its repeats, where given. */
type Result = { test: string; version: string; value: number; config?: string; hardware?: string; noise?: number }

function headline(results: readonly Result[], changes: Partial<Comparison>): string {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: { product: ['PostgreSQL'], hardware: ['dell32'] },
    columns: ['version'],
    ...changes,
  }
  const points = results.flatMap(
    ({ test: name, version, value, config = 'x10a', hardware = 'dell32', noise = 0.001 }, at) =>
      [1 - noise, 1, 1 + noise].map((factor, repeat) => ({
        runId: `00000000-0000-8000-8000-${String(at * 10 + repeat).padStart(12, '0')}`,
        resultId: `${at} ${repeat}`,
        coordinates: {
          ...{ product: 'PostgreSQL', hardware, test: name, version, config, group: 'all', clients: '1' },
          repeat: `${repeat + 1}`,
        },
        values: { qps: value * factor },
        noise: { qps: { source: 'test' as const, sd: 5 * noise, degreesOfFreedom: 40 } },
      })),
  )
  const tests = [...new Set(results.map((one) => one.test))].map((name, order) => ({
    ...{ name, group: 'all', order, role: 'measured' as const, primaryMetric: 'qps' },
  }))
  const metrics = [{ name: 'qps', unit: 'q', better: 'higher' as const, about: '' }]
  return comparisonHeadline(compare({ points, tests, metrics }, comparison), comparison, 'Test by version')
}

const VERSIONS = [
  { test: 'scan', version: '16', value: 100 },
  { test: 'scan', version: '17', value: 70 },
  { test: 'scan', version: '18', value: 112 },
]

test('over many versions the headline is about the newest one, as the column beside the names is', () => {
  expect(headline(VERSIONS, {})).toBe(
    'PostgreSQL 18 vs 16 on dell32: no regressions in 1 test, 1 improved (best: scan +12%)',
  )
})

test('runs without a version are not the newest', () => {
  const results = [...VERSIONS, { test: 'scan', version: 'unknown', value: 50 }]
  expect(headline(results, {})).toBe(
    'PostgreSQL 18 vs 16 on dell32: no regressions in 1 test, 1 improved (best: scan +12%)',
  )
})

test('of several configs of the newest version the last column is named, whose counts the filters have', () => {
  const results = [...VERSIONS, { test: 'scan', version: '18', value: 80, config: 'x10b' }]
  expect(headline(results, { columns: ['version', 'config'] })).toBe(
    'PostgreSQL 18 x10b vs 16 on dell32: 1 regression in 1 test (worst: scan −20%)',
  )
})

test('tables with different newest versions share the word newest', () => {
  const results = [
    ...VERSIONS,
    { test: 'scan', version: '16', value: 100, hardware: 'pn53' },
    { test: 'scan', version: '17', value: 100, hardware: 'pn53' },
  ]
  const filters = { product: ['PostgreSQL'], hardware: ['dell32', 'pn53'] }
  expect(headline(results, { tables: ['hardware'], filters })).toMatch(/^PostgreSQL newest vs 16 on 2 machines: /)
})

test('tests without a decision are counted, because they are not tests without a regression', () => {
  const noisy = [
    { test: 'scan', version: '16', value: 100 },
    { test: 'scan', version: '18', value: 100 },
    { test: 'insert', version: '16', value: 100, noise: 0.2 },
    { test: 'insert', version: '18', value: 97, noise: 0.2 },
  ]
  expect(headline(noisy, {})).toBe('PostgreSQL 18 vs 16 on dell32: no regressions in 2 tests, 1 inconclusive')
  expect(headline(noisy.slice(2), {})).toBe('PostgreSQL 18 vs 16 on dell32: inconclusive in 1 test')
})

test('other comparisons have their name and the counts of their verdicts', () => {
  const results = [
    { test: 'scan', version: '18', value: 100, config: 'x10a' },
    { test: 'scan', version: '18', value: 80, config: 'x10b' },
  ]
  expect(headline(results, { columns: ['config'] })).toBe('Test by version: 1 regression in 1 compared cell')
  expect(headline(results, { columns: ['config'], show: 'absolute', base: { kind: 'none' } })).toBe('Test by version')
})
