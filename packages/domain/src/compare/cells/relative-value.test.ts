import { expect, test } from 'vitest'
import { ratioToBase } from './relative-value.ts'

const exact = { asPublished: false }

test('a ratio is the value divided by the base: 930 queries/s over 1,000 is 0.93', () => {
  expect(ratioToBase({ value: 930, baseValue: 1000 }, exact)).toBe(0.93)
  expect(ratioToBase({ value: 1000, baseValue: 930 }, exact)).toBeCloseTo(1.0753, 4)
})

test('a ratio is null without one of the values or with a base of 0, but not with a value of 0', () => {
  expect(ratioToBase({ value: null, baseValue: 1000 }, exact)).toBeNull()
  expect(ratioToBase({ value: 930, baseValue: null }, exact)).toBeNull()
  expect(ratioToBase({ value: 930, baseValue: 0 }, exact)).toBeNull()
  expect(ratioToBase({ value: 0, baseValue: 1000 }, exact)).toBe(0)
})

test('a published ratio is rounded half to even', () => {
  expect(ratioToBase({ value: 1, baseValue: 8 }, { asPublished: true })).toBe(0.12)
  expect(ratioToBase({ value: 1, baseValue: 8 }, exact)).toBe(0.125)
})
