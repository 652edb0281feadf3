import { expect, test } from 'vitest'
import { buildLabel, buildLineOf, compilerLabel } from './build-label.ts'

test('a compiler is named with LTO and its version as far as they are known', () => {
  expect(compilerLabel({ compiler: 'gcc' })).toBe('gcc')
  expect(compilerLabel({ compiler: 'gcc', compilerVersion: '13.2' })).toBe('gcc 13.2')
  expect(compilerLabel({ compiler: 'clang', lto: true })).toBe('clang+LTO')
  expect(compilerLabel({ compiler: 'clang', lto: true, compilerVersion: '18.1' })).toBe('clang+LTO 18.1')
  expect(compilerLabel({ compiler: 'clang', lto: false })).toBe('clang')
  expect(compilerLabel({ name: 'rel_lto', lto: true })).toBe('unknown')
})

test('a given name is always the label of a build', () => {
  expect(buildLabel({ name: 'o2nofp', compiler: 'gcc', commit: '3ceba0b' })).toBe('o2nofp')
})

test('a build without a name is labeled by its parts', () => {
  expect(buildLabel({ compiler: 'clang', lto: true, flags: '-O2  -march=native', commit: '3ceba0b' })).toBe(
    'clang+LTO -O2 -march=native 3ceba0b',
  )
  expect(buildLabel({ lto: true, buildType: 'release' })).toBe('LTO release')
  expect(buildLabel({})).toBe('unspecified')
})

test('long labels are shortened and stay distinct', () => {
  const flags = '-fno-omit-frame-pointer '.repeat(20)
  const [one, two] = [buildLabel({ flags: `${flags}1` }), buildLabel({ flags: `${flags}2` })]
  expect(one).not.toBe(two)
  expect(one.length).toBeLessThanOrEqual(120)
  expect(buildLabel({ flags: '😀'.repeat(500) }).isWellFormed()).toBe(true)
})

test('a build line is the label without its commit', () => {
  expect(buildLineOf(buildLabel({ compiler: 'gcc', compilerVersion: '14.2', flags: '-O2', commit: '3ceba0b' }))).toBe(
    'gcc 14.2 -O2',
  )
  expect(buildLineOf('rel_o2nofp')).toBe('rel_o2nofp')
  expect(buildLineOf('3ceba0b')).toBe('3ceba0b')
})
