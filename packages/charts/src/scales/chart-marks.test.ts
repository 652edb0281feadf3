import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numericTicks } from './chart-marks.ts'

test('few round values are the ticks themselves', () => {
  expect(numericTicks('number', [1, 4, 8, 24, 48, 1024])).toEqual([1, 4, 8, 24, 48, 1024])
  expect(numericTicks('log', [1, 2, 5, 10])).toEqual([1, 2, 5, 10])
})

test('measured values have round ticks between them', () => {
  expect(numericTicks('number', [0.01317, 0.02336, 0.0351])).toEqual([0.015, 0.02, 0.025, 0.03, 0.035])
  expect(numericTicks('log', [1.01, 4.04])).toEqual([1.5, 2, 2.5, 3, 3.5, 4])
  expect(numericTicks('log', [83.4, 97, 2_940.5])).toEqual([100, 200, 500, 1_000, 2_000])
})

test('there are at least two ticks, which ascend and lie within the values', () => {
  const value = fc.double({ min: 0.001, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom('number' as const, 'log' as const), fc.array(value, { minLength: 2 }), (kind, all) => {
      const values = [...new Set(all)].sort((a, b) => a - b)
      const ticks = numericTicks(kind, values)
      expect(ticks).toEqual([...ticks].sort((a, b) => a - b))
      expect(ticks.length).toBeGreaterThanOrEqual(Math.min(2, values.length))
      expect(ticks.every((tick) => tick >= (values[0] ?? 0) && tick <= (values.at(-1) ?? 0))).toBe(true)
    }),
  )
})
