import { expect, test } from 'vitest'
import { readWhatIf, writeWhatIf } from './read-what-if.ts'

test('a what-if is restored from its URL, which omits measured values', () => {
  for (const requested of [
    { deviceUs: 200, cpuFactor: 0.5 },
    { deviceUs: null, cpuFactor: 1 },
    { deviceUs: 12.5, cpuFactor: 1 },
  ]) {
    expect(readWhatIf(writeWhatIf(requested))).toEqual(requested)
  }
  expect(writeWhatIf({ deviceUs: null, cpuFactor: 1 })).toEqual({})
})

test('invalid numbers and numbers outside the limits are replaced by the measured value', () => {
  for (const text of ['', 'x', '-5', '0', '1e9', '99999'])
    expect(readWhatIf({ device: text, cpu: text === '0' ? 'x' : text })).toEqual({ deviceUs: null, cpuFactor: 1 })
})
