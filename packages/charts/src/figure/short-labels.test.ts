import { expect, test } from 'vitest'
import { shortLabels } from './short-labels.ts'

test('labels lose what all of them share', () => {
  expect(shortLabels(['18.0 x10b_c32r128', '18.0 x10c_c32r128'])).toEqual(['x10b', 'x10c'])
  expect(shortLabels(['17.6 x10a_c32r128', '18.0 x10a_c32r128'])).toEqual(['17.6', '18.0'])
  expect(shortLabels(['17.6', '18.0'])).toEqual(['17.6', '18.0'])
  expect(shortLabels(['9.5.0', '9.5.0 rel'])).toEqual(['9.5.0', '9.5.0 rel'])
})

test('a single label keeps its version', () => {
  expect(shortLabels(['18.0 x10d_c32r128'])).toEqual(['18.0'])
  expect(shortLabels([])).toEqual([])
})
