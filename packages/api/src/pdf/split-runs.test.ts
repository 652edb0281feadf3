import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Run } from './content.ts'
import { splitRuns } from './split-runs.ts'

const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')
const withoutSpace = (text: string) => text.replace(/\s/g, '')
const run = fc.record({
  text: fc
    .array(fc.constantFrom('word', ' ', '\n', 'a.b', 'x'.repeat(150), 'y '.repeat(900), 'line\n'.repeat(400)), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
  bold: fc.boolean(),
})

test('a text of any length is split into texts with bounded layout time, with every character and style', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
      const texts = splitRuns(runs)
      for (const text of texts) {
        expect(textOf(text).length).toBeLessThanOrEqual(2_000)
        const long = text.filter(({ text: one, wordBreak }) => wordBreak === undefined && /\S{101}/.test(one))
        expect(long).toEqual([])
      }
      const bold = (all: readonly Run[]) => withoutSpace(textOf(all.filter((one) => one.bold === true)))
      expect(withoutSpace(textOf(texts.flat()))).toBe(withoutSpace(textOf(runs)))
      expect(bold(texts.flat())).toBe(bold(runs))
    }),
  )
})

test('a short paragraph stays one text, and lines of code stay lines', () => {
  const short = [{ text: 'one ' }, { text: 'two', bold: true }]
  expect(splitRuns(short)).toEqual([short])
  const lines = Array.from({ length: 1_000 }, (_, at) => (at % 7 === 0 ? '' : `line ${at}`))
  const texts = splitRuns([{ text: lines.join('\n') }])
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.map(textOf).join('\n')).toBe(lines.join('\n'))
})
