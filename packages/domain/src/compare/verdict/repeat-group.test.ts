import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noiseFloors } from '../noise/noise-floor.ts'
import { type RepeatValue, repeatGroup } from './repeat-groups.ts'

const noiseKey = { hardware: 'h', benchmark: 'b', workload: 'w', test: 't', group: 'g', clients: '1', metric: 'qps' }
const HOUR = 3_600_000
const values = (starts: readonly number[]): RepeatValue[] =>
  starts.map((hours, i) => ({ run: `run-${i}`, log: Math.sin(i) / 50, startedAt: hours * HOUR }))

test('a group has one value and the first run for each session, and the time of the last run', () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(starts, (hours) => {
      const all = values(hours)
      const inOrder = all.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
      const first = inOrder.filter(
        ({ startedAt }, i) => (startedAt ?? 0) - (inOrder[i - 1]?.startedAt ?? -1e9) > 6 * HOUR,
      )
      const found = repeatGroup(noiseKey, all, [])
      expect(found?.runs).toEqual(first.map(({ run }) => run))
      expect(found?.logs).toHaveLength(first.length)
      expect(found?.at).toBe(Math.max(...hours) * HOUR)
    }),
  )
})

test('more repeats than a call may have arguments are accepted', () => {
  const group = repeatGroup(noiseKey, values(Array.from({ length: 200_000 }, (_, i) => 7 * i)), [])
  expect(group?.runs).toHaveLength(200_000)
  expect(noiseFloors(group === null ? [] : [group]).at(noiseKey)?.sd).toBeCloseTo(0.02 * Math.SQRT1_2, 3)
})
