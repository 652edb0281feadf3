import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('equal content has equal bytes, in the order of the RFC', () => {
  expect(canonicalJson({ b: [1e21, 0.1, -0, null], a: { '€': 'x', z: undefined, '\r': 1, '1': true } })).toBe(
    '{"a":{"\\r":1,"1":true,"€":"x"},"b":[1e+21,0.1,0,null]}',
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the order of keys has no effect, and absent equals undefined', () => {
  expect(canonicalJson({ b: [1, 'x', null], a: { d: 1, c: undefined } })).toBe('{"a":{"d":1},"b":[1,"x",null]}')
})
