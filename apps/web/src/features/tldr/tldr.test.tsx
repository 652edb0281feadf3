import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EditedTldr, TldrSection } from './tldr.tsx'

const cellRef = { table: 0, row: 1, column: 2 }
const hrefOf = () => '/p/demo/compare?rows=test&cell=0.1.2#cell'

test('each number is a link to its cell, and texts are escaped', () => {
  const sentences = [{ parts: ['<b> is ', { number: '1.94x', cell: cellRef }, '.'], effect: 1 }]
  const text = renderToStaticMarkup(<TldrSection tldr={{ sentences, left: 0 }} hrefOf={hrefOf} />)
  expect(text).toContain(
    '<li>&lt;b&gt; is <a href="/p/demo/compare?rows=test&amp;cell=0.1.2#cell" data-cell="0.1.2">1.94x</a>.</li>',
  )
})

test('a number of a hidden row is not a link, many sentences are collapsed, and an empty tl;dr renders nothing', () => {
  const sentences = Array.from({ length: 6 }, (_, i) => ({ parts: [{ number: `${i}%`, cell: null }], effect: 1 }))
  const text = renderToStaticMarkup(<TldrSection tldr={{ sentences, left: 3 }} hrefOf={hrefOf} />)
  expect(text).not.toContain('<a ')
  expect(text).toMatch(/<summary>2 more<\/summary>.*3 more with smaller effects/)
  expect(renderToStaticMarkup(<TldrSection tldr={{ sentences: [], left: 0 }} hrefOf={hrefOf} />)).toBe('')
})

test('an edited text has a sentence per line, without list marks', () => {
  expect(renderToStaticMarkup(<EditedTldr text={'- Slower.\n\n* <Faster>.'} />)).toContain(
    '<li>Slower.</li><li>&lt;Faster&gt;.</li>',
  )
})
