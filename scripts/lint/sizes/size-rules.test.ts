import { expect, test } from 'vitest'
import { findEqualNames, findLongFile, findWideLines, MAX_LINES, MAX_WIDTH } from './size-rules.ts'

test('a file may have the maximum of lines, and no line more', () => {
  expect(findLongFile('a.ts', 'x\n'.repeat(MAX_LINES))).toEqual([])
  expect(findLongFile('a.ts', 'x\n'.repeat(MAX_LINES + 1))).toHaveLength(1)
})

const wide = `${'word '.repeat(MAX_WIDTH / 5)}end`

test.each([
  ['prose', wide, 1],
  ['an item', `- ${wide}`, 1],
  ['code', `\`\`\`\n${wide}\n\`\`\``, 0],
  ['a row of a table', `| ${wide} |`, 0],
  ['one link', `- 041 [${wide}](041-x.md):`, 0],
  ['a short line', 'word', 0],
])('the width of %s', (_, document, count) => {
  expect(findWideLines('a.md', document)).toHaveLength(count)
})

test('names of files are unique, but for routes, routers and tests', () => {
  expect(findEqualNames(['a/x.ts', 'b/x.ts', 'a/router.ts', 'b/router.ts', 'a/y.test.ts', 'b/y.test.ts'])).toEqual([
    'a/x.ts and b/x.ts have the same name: name each by what it does',
  ])
})
