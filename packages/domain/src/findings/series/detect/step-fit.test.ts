import { makeSeries } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import { fitSteps } from './step-fit.ts'

test('two steps of 5% in noise of 1% have the lowest BIC', () => {
  const values = makeSeries(2, { level: (i) => (i < 30 ? 1 : i < 60 ? 1.05 : 1), sd: 0.01 })
  expect(fitSteps(values)).toEqual([30, 60])
})

test('a flat, short or constant series has one level', () => {
  expect(fitSteps(makeSeries(4, {}))).toEqual([])
  expect(fitSteps([1, 2, 3])).toEqual([])
  expect(fitSteps(Array.from({ length: 40 }, () => 5))).toEqual([])
})
