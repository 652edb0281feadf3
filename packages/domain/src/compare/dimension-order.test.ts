import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DimensionName, FIXED_DIMENSIONS } from './dimension.ts'
import { axisOrder, dimensionOrder } from './dimension-order.ts'
import type { TestInfo } from './point.ts'

const tests: TestInfo[] = [
  { name: 'range-covered', group: 'range', order: 3 },
  { name: 'hot-points', group: 'point', order: 1 },
  { name: 'scan', group: 'range', order: 9 },
  { name: 'read-only', group: 'aggregation', order: 5 },
].map((info) => ({ ...info, role: 'measured', primaryMetric: 'qps' }))

const sorted = (dimension: DimensionName, ...values: string[]) => values.sort(dimensionOrder(dimension, tests))

test('each dimension has its natural order', () => {
  expect(sorted('version', '10.0', '9.10', '18rc1', '9.9', '18.0')).toEqual(['9.9', '9.10', '10.0', '18rc1', '18.0'])
  expect(sorted('clients', '40', '8', '1', '16')).toEqual(['1', '8', '16', '40'])
  expect(sorted('param:fanout', 'none', '32', '8')).toEqual(['8', '32', 'none'])
  expect(sorted('config', 'x10b', 'x9a', 'x10a')).toEqual(['x9a', 'x10a', 'x10b'])
  expect(sorted('compiler', 'unknown', 'clang+LTO', 'icc 21', 'clang 18', 'gcc 13', 'gcc 9', 'clang')).toEqual([
    'gcc 9',
    'gcc 13',
    'clang',
    'clang 18',
    'clang+LTO',
    'icc 21',
    'unknown',
  ])
})

test('tests and groups are in benchmark order, unknown ones last', () => {
  expect(sorted('test', 'new-test', 'scan', 'read-only', 'hot-points', 'range-covered')).toEqual([
    'hot-points',
    'range-covered',
    'scan',
    'read-only',
    'new-test',
  ])
  expect(sorted('group', 'aggregation', 'range', 'point')).toEqual(['point', 'range', 'aggregation'])
})

test('a key without a value is last, and the first dimension is compared first', () => {
  expect(sorted('config', '', 'x10a')).toEqual(['x10a', ''])
  const keys = [
    ['18.0', 'x10b'],
    ['9.6', 'x10b'],
    ['9.6', 'x10a'],
  ]
  expect(keys.sort(axisOrder(['version', 'config'], tests))).toEqual([
    ['9.6', 'x10a'],
    ['9.6', 'x10b'],
    ['18.0', 'x10b'],
  ])
})

test('every order is total: antisymmetric, transitive, 0 for equal values only', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '1',
      '01',
      '1e1',
      '10',
      'x9',
      'x10',
      'X9',
      'gcc',
      'clang',
      'scan',
      'hot-points',
      'range',
      'é',
      'NaN',
    ),
    fc.string({ maxLength: 4 }),
  )
  const dimension = fc.constantFrom<DimensionName>(...FIXED_DIMENSIONS, 'param:x')
  fc.assert(
    fc.property(dimension, value, value, value, (name, a, b, c) => {
      const order = dimensionOrder(name, tests)
      expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0)
      expect(order(a, b) === 0).toBe(a === b)
      if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})
