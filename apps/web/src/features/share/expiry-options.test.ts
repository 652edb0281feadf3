import { expect, test } from 'vitest'
import { defaultExpiry, expiryOptions } from './expiry-options.ts'

test('the form offers only lifetimes that the policy allows, the longest allowed one among them, and suggests one of them', () => {
  for (const maxDays of [1, 6, 7, 8, 30, 89, 90, 91, 365, 366, 367, 3_660]) {
    const days = expiryOptions(maxDays).map((option) => option.days)
    expect(days).not.toContain('')
    expect(Math.max(...days.map(Number))).toBe(maxDays)
    expect(days).toContain(defaultExpiry(maxDays))
    expect(new Set(days).size).toBe(days.length)
  }
})

test('without a limit links can live forever', () => {
  expect(expiryOptions(null).map(({ days }) => days)).toEqual(['7', '30', '90', '366', ''])
  expect(defaultExpiry(null)).toBe('90')
})
