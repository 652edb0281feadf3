import fc from 'fast-check'
import { expect, test } from 'vitest'
import { column, isArrayOf, isNumber, isRecordOf, isString, isTuple, orNull } from './column.ts'

const cells = column(orNull(isNumber))

test('a column accepts what its test accepts, and refuses an array with one other value', () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.constant(null))
  const other = fc.oneof(fc.string(), fc.boolean(), fc.object(), fc.constant(undefined))
  fc.assert(
    fc.property(fc.array<unknown>(value), other, fc.nat(), (values, wrong, at) => {
      expect(cells.parse(values)).toEqual(values)
      expect(cells.safeParse(values.toSpliced(at % (values.length + 1), 0, wrong)).success).toBe(false)
    }),
  )
  for (const none of [null, undefined, {}, 'text', 1]) expect(cells.safeParse(none).success).toBe(false)
})

test('a tuple has a fixed length, and a test for each value', () => {
  const isPair = isTuple<[string, (number | null)[]]>(isString, isArrayOf(orNull(isNumber)))
  expect(isPair(['a', [1, null]])).toBe(true)
  for (const wrong of [['a'], ['a', [1], 2], [1, [1]], ['a', ['1']], { 0: 'a', 1: [1] }, null]) {
    expect(isPair(wrong), JSON.stringify(wrong)).toBe(false)
  }
})

test('a record is an object whose values pass', () => {
  const isNames = isRecordOf(isString)
  expect(isNames({ a: 'b' })).toBe(true)
  for (const wrong of [{ a: 1 }, ['a'], null, 'a']) expect(isNames(wrong), JSON.stringify(wrong)).toBe(false)
})
