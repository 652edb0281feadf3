import { expect, test } from 'vitest'
import { unambiguousBase, valuesWithoutBase } from './unambiguous-base.ts'

const VERSIONS = ['6.29', '7.10', '8.0', '10.8']
const of = (...names: string[]) => ({ versions: new Set(names) })
/** 6.29 and 7.10 were built with both compilers and with link-time optimization, later ones not with gcc. */
const COMPILERS = [of('6.29', '7.10'), of(...VERSIONS), of(...VERSIONS)]

test('a base without the compiler of a column is replaced by the oldest version that has all of them', () => {
  expect(unambiguousBase(VERSIONS, [COMPILERS], '10.8')).toBe('6.29')
})

test('a requested base that has all compilers stays', () => {
  expect(unambiguousBase(VERSIONS, [COMPILERS], '7.10')).toBe('7.10')
})

test('a base with one config is the base of all configs', () => {
  expect(unambiguousBase(VERSIONS, [[of('6.29', '10.8'), of('7.10', '8.0')]], '8.0')).toBe('8.0')
})

test('without a complete version the request stays, and without a request the oldest version is the base', () => {
  const apart = [of('7.10', '8.0'), of('8.0', '10.8'), of('6.29')]
  expect(unambiguousBase(VERSIONS, [apart], '8.0')).toBe('8.0')
  expect(unambiguousBase(VERSIONS, [apart], undefined)).toBe('6.29')
})

test('a compiler that the base of a table lacks has no ratios there, unless the base has one compiler only', () => {
  const all = ['clang', 'clang+LTO', 'gcc']
  expect(valuesWithoutBase([{ all, base: ['clang', 'clang+LTO'] }])).toEqual(new Set(['gcc']))
  expect(
    valuesWithoutBase([
      { all, base: all },
      { all: ['clang', 'gcc'], base: ['clang'] },
    ]),
  ).toEqual(new Set())
  expect(valuesWithoutBase([])).toEqual(new Set())
})
