import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withoutWideCharacters } from './escape-wide-characters.ts'

const SOURCE = `
  const größe = 'a – “b” 😀', é = \`\${größe} … \\n\`
  const 名 = [größe, é, 'x–y'.replace(/[–😀]/gu, '-'), '–'.length, /^\\p{L}–$/u.test('ä–'), '\\u2013' === '–']
  JSON.stringify(名)`

test('a script without characters outside of Latin-1 computes the same', () => {
  const escaped = withoutWideCharacters(SOURCE)
  expect(escaped).not.toMatch(/[^\0-\xff]/)
  expect(escaped).toContain('größe')
  expect(runInNewContext(escaped)).toBe(runInNewContext(SOURCE))
})

test('a script with such a character in a raw template stays as it is', () => {
  const source = 'String.raw`a\\d –`'
  expect(withoutWideCharacters(source)).toBe(source)
})
