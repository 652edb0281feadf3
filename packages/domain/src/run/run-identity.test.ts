import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, mayBeDerivedRunId, runIdFromSha256 } from './run-identity.ts'

test('canonical JSON parses back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the order of keys does not matter, absent and undefined are the same', () => {
  expect(canonicalJson({ b: [1, 'x', null], a: { d: 1, c: undefined } })).toBe('{"a":{"d":1},"b":[1,"x",null]}')
})

test('a derived run id is a version 8 UUID of the IETF variant', () => {
  const id = runIdFromSha256('f'.repeat(64))
  expect(id).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff')
  expect(mayBeDerivedRunId(id)).toBe(true)
  expect(mayBeDerivedRunId('0190a1b2-c3d4-7000-8000-000000000000')).toBe(false)
})
