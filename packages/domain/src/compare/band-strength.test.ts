import { expect, test } from 'vitest'
import { bandStrength } from './band-strength.ts'

test.each([
  ['better', 1.05, 1],
  ['better', 1.25, 2],
  ['better', 2, 3],
  ['worse', 0.95, 1],
  ['worse', 0.8, 2],
  ['worse', 0.5, 3],
  ['neutral', 3, 0],
  ['none', null, 0],
  ['worse', null, 2],
  ['worse', 0, 2],
] as const)('%s at %s has tint %i', (band, ratio, strength) => {
  expect(bandStrength(band, ratio)).toBe(strength)
})

test('a lower-is-better cell has the same tint as the cell with the inverse ratio', () => {
  expect(bandStrength('better', 0.4)).toBe(bandStrength('worse', 1 / 0.4))
})
