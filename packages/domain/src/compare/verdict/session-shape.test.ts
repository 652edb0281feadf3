import { expect, test } from 'vitest'
import { shapeOfMedians } from './session-shape.ts'

const shape = { kind: 'band', share: 0.1, width: 20, unseen: 0 } as const

test('a median is an outlier if at least half of its repeats are', () => {
  const shareOf = (repeats: number) => shapeOfMedians({ shape, sd: 0.01, repeats }, 0.01).share
  expect(shareOf(1)).toBeCloseTo(0.1, 10)
  expect(shareOf(2)).toBeCloseTo(0.19, 10)
  expect(shareOf(3)).toBeCloseTo(0.028, 10)
  expect(shareOf(5)).toBeCloseTo(0.00856, 10)
})

test('outliers of medians are as far as those of repeats, in units of the noise of medians', () => {
  expect(shapeOfMedians({ shape, sd: 0.01, repeats: 3 }, 0.005).width).toBe(40)
})
