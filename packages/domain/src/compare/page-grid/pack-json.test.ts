import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packJson } from './pack-json.ts'
import { unpackJson } from './unpack-json.ts'

test('every JSON value is the same after it was packed', () => {
  const value = fc.jsonValue({ maxDepth: 5 }).map((one): unknown => JSON.parse(JSON.stringify(one)))
  fc.assert(
    fc.property(value, (one) => {
      expect(unpackJson(packJson(one))).toEqual(one)
    }),
  )
})

test('texts that look like references, and names that every object has, stay as they are', () => {
  const value = { list: ['~', '~0', '~~1', '~~~~~~~', ''], __proto__x: { constructor: 'own', toString: null } }
  expect(unpackJson(packJson(value))).toEqual(value)
  const text = '{"__proto__":{"own":true}}'
  const unpacked: object = unpackJson(packJson(JSON.parse(text)))
  expect(JSON.stringify(unpacked)).toBe(text)
  expect(Object.getPrototypeOf(unpacked)).toBe(Object.prototype)
})

test('names and repeated texts are written once', () => {
  const run = '00000000-0000-8000-8000-000000000000'
  const cells = Array.from({ length: 100 }, (_, value) => ({ value, metric: 'queries per second', runIds: [run] }))
  const packed = packJson(cells)
  expect(packed.match(/queries per second/g)).toHaveLength(1)
  // The values 0 and 1 make kinds of their own.
  expect(packed.match(/runIds/g)).toHaveLength(3)
  expect(packed.length).toBeLessThan(JSON.stringify(cells).length / 4)
})
