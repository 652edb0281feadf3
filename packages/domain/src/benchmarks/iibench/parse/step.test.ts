import { expect, test } from 'vitest'
import { parseStep, stepTest } from './step.ts'

test.each([
  ['l.i0', { name: 'l.i0', kind: 'insert', rate: null }],
  ['l.i', { name: 'l.i1', kind: 'insert', rate: null }],
  ['l.x', { name: 'l.x', kind: 'index', rate: null }],
  ['q100.2', { name: 'q100.2', kind: 'range', rate: 100 }],
  ['q500', { name: 'q500', kind: 'range', rate: 500 }],
  ['qr1000.L5', { name: 'qr1000', kind: 'range', rate: 1000 }],
  ['qp100', { name: 'qp100', kind: 'point', rate: 100 }],
])('%s is a step', (name, step) => {
  expect(parseStep(name)).toMatchObject(step)
})

test.each(['', 'l', 'l.', 'l.y', 'l.i10', 'q', 'q0', 'qx100', 'q100.L1', 'qr100.1', 'q.L1.ips100', 'qr100.L', 'some'])(
  '`%s` is not the name of a step',
  (name) => {
    expect(parseStep(name)).toBeNull()
  },
)

test('steps are ordered as they are run', () => {
  const names = 'l.i0 l.x l.i1 l.i2 qr100 qp100 q100.1 q100.2 qr500 qp500 q500.1 qr1000 qp1000 q1000.2'.split(' ')
  const orders = names.map((name) => parseStep(name)?.order ?? Number.NaN)
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  expect(new Set(orders).size).toBe(orders.length)
})

test('each kind of step has its own primary metric and target rate', () => {
  const tests = ['l.i0', 'l.x', 'l.i1', 'qr100', 'qp500.L4'].flatMap((name) => parseStep(name) ?? []).map(stepTest)
  expect(tests).toMatchObject([
    { name: 'l.i0', primaryMetric: 'inserts/s', connectionsPerClient: 1 },
    { name: 'l.x', primaryMetric: 'indexed_rows/s', connectionsPerClient: 1 },
    { name: 'l.i1', primaryMetric: 'inserts/s', connectionsPerClient: 2 },
    { name: 'qr100', primaryMetric: 'range_queries/s', connectionsPerClient: 3, targetRate: 100 },
    { name: 'qp500', primaryMetric: 'point_queries/s', connectionsPerClient: 3, targetRate: 500 },
  ])
  expect(tests[0]).not.toHaveProperty('targetRate')
})
