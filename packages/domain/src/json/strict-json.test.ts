import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

const refusals: [name: string, text: string, pointer: string, message: RegExp][] = [
  ['an infinite number', '{"a":[1,1e400]}', '/a/1', /1e400, which is too large/],
  ['an integer beyond 2^53', '{"a":{"b":9007199254740993}}', '/a/b', /beyond 2\^53/],
  ['NaN', '{"a":NaN}', '', /not JSON/],
  ['a NUL character', '{"a":"x\\u0000"}', '/a', /NUL/],
  ['a lone surrogate', '{"a":"\\ud800"}', '/a', /lone surrogate/],
  ['a __proto__ key', '{"a":{"__proto__":{}}}', '/a/__proto__', /__proto__/],
  ['an escaped __proto__ key', '{"a":{"\\u005f_proto__":{}}}', '/a/__proto__', /__proto__/],
  ['a duplicate key', '{"a":1,"a":2}', '/a', /twice/],
  ['nesting over 32', '['.repeat(33) + ']'.repeat(33), '/0'.repeat(32), /deeper than 32/],
  ['an unfinished text', '{"a":', '', /not JSON/],
  ['an unfinished string', '{"a":"b', '/a', /inside a string/],
  ['nothing', '', '', /not JSON/],
]

test.each(refusals)('%s is refused and located', (_name, text, pointer, message) => {
  const parsed = parseStrictJson(text)
  expect(parsed).toMatchObject({ ok: false, error: { pointer } })
  if (!parsed.ok) expect(parsed.error.message).toMatch(message)
})

test('32 levels of nesting are accepted', () => {
  expect(parseStrictJson('['.repeat(32) + ']'.repeat(32)).ok).toBe(true)
})

test('large floats and 2^53 itself are accepted', () => {
  expect(parseStrictJson('[1e300, 9007199254740991, 12345678901234567.5]').ok).toBe(true)
})

test('a number is refused exactly when it is too large or an integer that loses digits', () => {
  const integer = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})$/)
  const rest = fc.stringMatching(/^(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/)
  fc.assert(
    fc.property(integer, rest, (whole, part) => {
      const value = Number(whole + part)
      const loses = part === '' && Number.isInteger(value) && !Number.isSafeInteger(value)
      const parsed = parseStrictJson(`[${whole}${part}, 1]`)
      if (Number.isFinite(value) && !loses) expect(parsed).toEqual({ ok: true, value: [value, 1] })
      else expect(parsed).toMatchObject({ ok: false, error: { pointer: '/0', offset: 1 } })
    }),
    { numRuns: 1_000 },
  )
})

test('plain data is unchanged after JSON.stringify and parsing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value)
      const parsed = parseStrictJson(text)
      if (parsed.ok) expect(JSON.stringify(parsed.value)).toBe(text)
      else expect(parsed.error.message).toMatch(/NUL|surrogate|__proto__|beyond/)
    }),
  )
})

test('no text makes the parser throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseStrictJson(text)))
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.nat(), (value, from, to) => {
      parseStrictJson(
        JSON.stringify(value)
          .slice(from % 50)
          .slice(0, to % 200),
      )
    }),
  )
})
