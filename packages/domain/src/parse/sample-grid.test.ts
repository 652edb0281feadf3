import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onGrid } from './sample-grid.ts'

const at = (...seconds: number[]) => seconds.map((second) => ({ seconds: second }))
const times = (...seconds: number[]) => onGrid(at(...seconds))?.samples.map((sample) => sample?.seconds ?? null)

test('late samples keep their interval, and missing ones are gaps', () => {
  expect(onGrid(at(1, 2, 3.01))).toMatchObject({ intervalSeconds: 1, startSeconds: 1 })
  expect(times(1, 2, 5, 6)).toEqual([1, 2, null, null, 5, 6])
  expect(times(10, 11, 15.3, 16, 17)).toEqual([10, 11, null, null, null, 15.3, 16, 17])
})

test('an early last sample is left out, and a single sample has no interval', () => {
  expect(times(5, 10, 12.3)).toEqual([5, 10])
  expect(times(1)).toBeUndefined()
  expect(onGrid([])).toBeNull()
})

test('times since 1970 start one interval before the first', () => {
  expect(onGrid(at(1_700_000_001.2, 1_700_000_002.2))).toMatchObject({ intervalSeconds: 1, startSeconds: 1 })
})

test('a lost sample does not move the other samples', () => {
  const jitter = fc.array(fc.double({ min: -0.01, max: 0.04, noNaN: true }), { minLength: 6, maxLength: 40 })
  fc.assert(
    fc.property(jitter, fc.integer({ min: 1, max: 60 }), fc.nat(), (late, interval, pick) => {
      const all = late.map((share, i) => ({ seconds: (i + 1 + share) * interval }))
      const lost = 1 + (pick % (all.length - 2))
      const whole = onGrid(all)
      const rest = onGrid(all.filter((_, i) => i !== lost))
      expect(whole?.intervalSeconds).toBe(interval)
      expect(rest?.samples).toEqual(whole?.samples.map((sample, i) => (i === lost ? null : sample)))
    }),
  )
})
