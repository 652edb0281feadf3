import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffText } from './diff-reports.ts'

test('unchanged lines are one block, changed lines are compared by word', () => {
  expect(diffText('One.\nIt is slower by far.\nEnd.\n', 'One.\nIt is faster by far.\nEnd.\nMore.\n')).toEqual([
    { kind: 'same', text: 'One.\n' },
    { kind: 'same', text: 'It is ' },
    { kind: 'removed', text: 'slower' },
    { kind: 'added', text: 'faster' },
    { kind: 'same', text: ' by far.\n' },
    { kind: 'same', text: 'End.\n' },
    { kind: 'added', text: 'More.\n' },
  ])
})

test('the equal and removed blocks form the old text, the equal and added blocks the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b ', 'slower', '\n', ' ', '# x\n')).map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (from, to) => {
      const parts = diffText(from, to)
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text)
      expect(without('added').join('')).toBe(from)
      expect(without('removed').join('')).toBe(to)
    }),
  )
})

test('two long texts without common lines are one change, found within the limit of edits', () => {
  const [from, to] = ['a', 'b'].map((letter) => Array.from({ length: 20_000 }, (_, i) => `${letter}${i}`).join('\n'))
  expect(diffText(from ?? '', to ?? '').map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
