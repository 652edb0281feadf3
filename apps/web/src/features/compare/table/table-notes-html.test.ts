import { expect, test } from 'vitest'
import { tableNotesHtml } from './table-notes-html.ts'

test('notes cannot become markup, and only web addresses become links', () => {
  const text = '"><script>'
  const drawn = String(
    tableNotesHtml([
      { number: 1, code: 'note', text, href: 'https://example.org/"onclick="' },
      { number: 2, code: 'note', text, href: 'javascript:alert(1)' },
    ]),
  )
  expect(drawn).not.toContain('<script')
  expect(drawn).toContain('<a href="https://example.org/&quot;onclick=&quot;">')
  expect(drawn).not.toContain('javascript:')
})
