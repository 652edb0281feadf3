import { expect, test } from 'vitest'
import { splitDocNames } from './linked-docs.tsx'

test('listed documents are found in a message, and no text is lost', () => {
  const text = 'map its columns (docs/csv.md), or see docs/glossary.md and docs/formats.md'
  const pieces = splitDocNames(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap(({ doc }) => doc?.name ?? [])).toEqual(['csv', 'formats'])
  expect(splitDocNames('nothing')).toEqual([{ text: 'nothing', doc: null }])
})
