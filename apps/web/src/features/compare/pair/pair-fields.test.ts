import { expect, test } from 'vitest'
import { pairFields, readPairFields } from './pair-fields.ts'

test.each([
  { product: 'PostgreSQL', from: '17.6', to: '18.0', hardware: 'dell32', benchmark: 'sysbench', workload: 'cached' },
  { product: 'A, B & "C"', from: '1,0', to: '2\\e', hardware: 'x=y', benchmark: 'é', workload: '#1' },
])('a pair survives the form', (pair) => {
  expect(readPairFields(new URLSearchParams(pairFields(pair)))).toEqual(pair)
})

test('the machine may be left open, but both versions are needed', () => {
  const pair = { product: 'MySQL', from: '8.4.7', to: '9.5.0' }
  expect(readPairFields(new URLSearchParams(pairFields(pair)))).toEqual(pair)
  expect(readPairFields(new URLSearchParams('base=MySQL&with=9.5.0'))).toBeNull()
  expect(readPairFields(new URLSearchParams('base=MySQL,8.4.7'))).toBeNull()
})

test('all versions survive the form, with or without a base', () => {
  const all = { product: 'MySQL', to: null, hardware: 'hetz', benchmark: 'sysbench', workload: 'cached, small' }
  expect(readPairFields(new URLSearchParams(pairFields(all)))).toEqual(all)
  const based = { ...all, from: '8.4.7' }
  expect(readPairFields(new URLSearchParams(pairFields(based)))).toEqual(based)
})
