import { expect, test } from 'vitest'
import { matchCommands } from './match-commands.ts'

const labels = (typed: string, titles: string[]) =>
  matchCommands(
    titles.map((label) => ({ label, insert: '', isBlock: true })),
    typed,
  ).map(({ label }) => label)

test('a title with the typed word comes before shorter titles that only contain its letters', () => {
  const many = Array.from({ length: 50 }, (_, index) => `shared comparison: s o r t ${index}`)
  expect(labels('sort', [...many, 'comparison: Sort with key prefixes'])).toEqual([
    'comparison: Sort with key prefixes',
  ])
})

test('words may be typed in any order, and words at a start come first', () => {
  const titles = ['comparison: resorted keys', 'comparison: Sort with key prefixes', 'value: figure 1, a']
  expect(labels('key sort', titles)).toEqual(['comparison: Sort with key prefixes', 'comparison: resorted keys'])
  expect(labels('comparison: Sort', titles)[0]).toBe('comparison: Sort with key prefixes')
  expect(labels('', titles)).toEqual(titles)
  expect(labels('none', titles)).toEqual([])
})
