import { expect, test } from 'vitest'
import { FORMATS, recognizeFormat } from './registry.ts'

const LINES = 100_000

// A pattern whose leading blanks may span lines takes time by the square of blank lines, and this test then hangs.
test.each([
  ['blank lines', '\n'.repeat(LINES)],
  ['lines of blanks', ' \n'.repeat(LINES)],
  ['one line of blanks', ' '.repeat(LINES)],
  ['one line of words', 'word '.repeat(LINES)],
  ['one line of dashes', '-'.repeat(LINES)],
])('%s: no format recognizes them', (_name, text) => {
  expect(recognizeFormat('output', text)).toBeUndefined()
  expect(FORMATS.filter((format) => format.recognize('output', text)).map(({ kind }) => kind)).toEqual([])
})
