import { expect, test } from 'vitest'
import { formatPercent, parseShare } from './percent.ts'

test('a share is written as a percentage with the stated decimals, or as few as it needs', () => {
  expect([formatPercent(0.05), formatPercent(0.0025), formatPercent(0.1234567)]).toEqual(['5%', '0.25%', '12.35%'])
  expect([formatPercent(0.05, 1), formatPercent(0.0025, 2)]).toEqual(['5.0%', '0.25%'])
})

test('a share is read with and without a percent sign, and other texts are refused', () => {
  expect([parseShare('5%'), parseShare(' 0.05 '), parseShare('100')]).toEqual([0.05, 0.05, 100])
  expect(['', '%', '-5%', '5 %', '1e-2', '.5', 'five'].map(parseShare)).toEqual(Array(7).fill(null))
})
