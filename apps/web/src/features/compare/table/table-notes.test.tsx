import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TableNotes } from './table-notes.tsx'

test('notes cannot become markup, and only web addresses become links', () => {
  const text = '"><script>'
  const notes = [
    { number: 1, code: 'note', text, href: 'https://example.org/"onclick="' },
    { number: 2, code: 'note', text, href: 'javascript:alert(1)' },
  ]
  const drawn = renderToStaticMarkup(<TableNotes notes={notes} />)
  expect(drawn).not.toContain('<script')
  expect(drawn).toContain('<a href="https://example.org/&quot;onclick=&quot;">')
  expect(drawn).not.toContain('javascript:')
})
