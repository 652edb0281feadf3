import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { compilePattern, matchPattern } from './path-pattern.ts'

const match = (pattern: string, name: string) => matchPattern(unwrap(compilePattern(pattern)), name)

test('placeholders match the characters of their class, and optional parts may be absent', () => {
  const pattern = 'sb.o.{test}[.{phase:pre|warm|warmpre}].range{range:digits}.pk{pk:digits}[.dop{clients:digits}]'
  expect(match(pattern, 'sb.o.point-query.warmpre.range100.pk1.dop8')).toEqual({
    test: 'point-query',
    phase: 'warmpre',
    range: '100',
    pk: '1',
    clients: '8',
  })
  expect(match(pattern, 'sb.o.scan.range100.pk1')).toEqual({ test: 'scan', range: '100', pk: '1' })
  expect(match(pattern, 'sb.o.scan.range100.pk1.dop')).toBeNull()
  expect(match(pattern, 'sb.o.scan.before.range100.pk1')).toBeNull()
})

test('an earlier placeholder matches as much as it can', () => {
  expect(match('{a}_{b}', 'x_y_z')).toEqual({ a: 'x_y', b: 'z' })
  expect(match('{a:word}[_c{cores:digits}]', 'z12b_ahi1_c8')).toEqual({ a: 'z12b_ahi1_c8' })
})

test('a class with a number matches exactly that many characters', () => {
  expect(match('{commit:hex8}', 'ba9709c9')).toEqual({ commit: 'ba9709c9' })
  expect(match('{commit:hex8}', 'ba9709c')).toBeNull()
  expect(match('{commit:hex8}', 'ba9709c90')).toBeNull()
})

test('an empty alternative is allowed, an empty placeholder is not', () => {
  expect(match('a{b:|x}', 'a')).toEqual({ b: '' })
  expect(match('a{b}', 'a')).toBeNull()
})

test.each([
  ['{test', 'has no placeholder such as {test} or {clients:digits} at character 1'],
  ['a[b', 'does not close the [ at character 2'],
  ['a]', 'closes a [ that was not opened, at character 2'],
  ['{a}{a}', 'names the field a twice'],
  [
    '{a:float}',
    'names the class float; known: digits, letters, alnum, hex, word, numbers, version, any, or words|to|take',
  ],
])('%s is refused: %s', (pattern, message) => {
  expect(compilePattern(pattern)).toEqual({ ok: false, error: message })
})

test('a pattern that is exponential as a regular expression takes polynomial time', () => {
  const pattern = unwrap(compilePattern('{a}{b}{c}{d}{e}{f}{g}{h}[{i}][{j}][{k}][{l}].end'))
  expect(matchPattern(pattern, 'x'.repeat(255))).toBeNull()
})

test('names longer than a file system allows match nothing', () => {
  expect(match('{a}', 'x'.repeat(255))).toEqual({ a: 'x'.repeat(255) })
  expect(match('{a}', 'x'.repeat(256))).toBeNull()
})

test('literal text matches itself and nothing else', () => {
  const literal = fc.string({ maxLength: 60 }).filter((text) => !/[{}[\]]/.test(text))
  fc.assert(
    fc.property(literal, literal, (text, other) => {
      expect(match(text, text)).toEqual({})
      expect(match(text, other)).toEqual(text === other ? {} : null)
    }),
  )
})

test('no text makes compiling or matching throw', () => {
  const fragment = fc.constantFrom('{a}', '{b:digits}', '{c:x|y}', '[', ']', '{', '}', '.', 'a', '1', '{d:hex2}')
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), fc.string({ maxLength: 40 }), (fragments, name) => {
      const pattern = compilePattern(fragments.join(''))
      if (pattern.ok) matchPattern(pattern.value, name)
    }),
  )
})
