import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kneeOf } from './knee.ts'

const points = (throughput: Record<number, number>) =>
  Object.entries(throughput).map(([clients, value]) => ({ clients: Number(clients), throughput: value }))

test.each([
  ['grows to the end', { 1: 1, 2: 2, 4: 4 }, { clients: 4, isLast: true }],
  ['stops at 16', { 1: 1, 8: 7, 16: 12, 32: 12.5, 48: 12.1 }, { clients: 16, isLast: false }],
  ['gains exactly 5% at the end', { 1: 100, 2: 105 }, { clients: 2, isLast: true }],
  ['gains less than 5%', { 1: 100, 2: 104.9 }, { clients: 1, isLast: false }],
  ['dips and comes back higher', { 1: 1, 2: 4, 4: 3, 8: 5 }, { clients: 8, isLast: true }],
  ['creeps, each step less than 5% but together more', { 1: 100, 2: 104, 4: 108 }, { clients: 2, isLast: false }],
])('throughput that %s', (_, throughput, knee) => {
  expect(kneeOf(points(throughput))).toEqual(knee)
})

test('one number of clients has no knee', () => {
  expect(kneeOf(points({ 1: 5 }))).toBeNull()
})

test('the knee equals a brute-force search by its definition', () => {
  const throughputs = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(throughputs, (values) => {
      const measured = values.map((throughput, i) => ({ clients: i + 1, throughput }))
      const gainsBeyond = (i: number) => values.slice(i + 1).some((beyond) => beyond >= (values[i] ?? 0) * 1.05)
      expect(kneeOf(measured)?.clients).toBe(values.findIndex((_, i) => !gainsBeyond(i)) + 1)
    }),
  )
})
