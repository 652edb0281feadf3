import { hostileTexts } from '@assay/testing/hostile-markup'
import { GOOGLE_DOCS, LIBRE_OFFICE, WORD } from '@assay/testing/pasted-documents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownToHtml } from '../markdown-to-html.ts'
import { htmlDocumentToMarkdown, htmlToMarkdown } from './html-to-markdown.ts'

const markdownOf = (html: string) => htmlToMarkdown(html)?.markdown ?? null

const EXPECTED = `# Sort with prefixes

It must be **stable** and *fast*, see [the paper](https://example.org/a_b); \`read_only\` stays.

- one
  - inner
- two

## Steps

1. first
2. second

| step | memory |
| - | - |
| sort | 8 MB \\| 9 |

\`\`\`
select 1
from t
\`\`\`

It costs \\$5.`

test.each([
  ['Word', WORD],
  ['Google Docs', GOOGLE_DOCS],
  ['LibreOffice', LIBRE_OFFICE],
])('%s: headings, lists, a table, a link, emphasis and code stay', (_, html) => {
  expect(markdownOf(html)).toBe(EXPECTED)
})

test('an image that is not on the web is left out and counted', () => {
  expect(htmlToMarkdown(WORD)?.lostImages).toBe(1)
  expect(markdownOf('<p>a <img src="https://example.org/x.png" alt="x"></p>')).toBe('a ![x](https://example.org/x.png)')
})

test('an image in the clipboard has a placeholder, by which it is stored where it was', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='
  const html = `<p>before</p><p><img src="${png}" alt="Rows [per] second"></p><p>after <img src="${png}"></p>`
  const pasted = htmlToMarkdown(html)
  expect(pasted?.lostImages).toBe(0)
  expect(pasted?.images).toEqual([
    {
      alt: 'Rows [per] second',
      dataUrl: png,
      placeholder: String.raw`![Rows \[per\] second](https://pasted.invalid/1)`,
    },
    { alt: '', dataUrl: png, placeholder: '![](https://pasted.invalid/2)' },
  ])
  for (const { placeholder } of pasted?.images ?? []) expect(pasted?.markdown).toContain(placeholder)
  expect(htmlDocumentToMarkdown(html)).toBe('before\n\nafter')
})

test('a list of Word continues at its number, and deeper levels are in the item before them', () => {
  const item = (level: number, mark: string, words: string) =>
    `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}</span>${words}</p>`
  const html = [item(1, '3.', 'three'), item(2, 'a)', 'inner'), item(3, '§', 'deep'), item(1, '4.', 'four')].join('\n')
  expect(markdownOf(html)).toBe('3. three\n   1. inner\n      - deep\n4. four')
})

test('words without markup and source code are left to the plain text', () => {
  expect(htmlToMarkdown('<meta charset="utf-8"><span style="color:red">two words</span>')).toBeNull()
  expect(
    htmlToMarkdown('<div style="white-space: pre;font-family:monospace"><div># a</div><div>- b</div></div>'),
  ).toBeNull()
  expect(htmlToMarkdown('<pre># a\n- b</pre>')).toBeNull()
  expect(htmlToMarkdown('')).toBeNull()
})

test('words with marks fit into a line, and spaces stay outside of marks', () => {
  expect(htmlToMarkdown('a<b> bold </b>b')).toMatchObject({ markdown: 'a **bold** b', isInline: true, lostImages: 0 })
  expect(markdownOf('<span style="font-weight:700"> </span><i>x</i>')).toBe('*x*')
})

test('words that look like Markdown are escaped', () => {
  const html = '<p># no heading</p><p>- no item, *no emphasis*, $x$ no formula</p>'
  const text = markdownToHtml(markdownOf(html) ?? '').html
  expect(text).toBe('<p># no heading</p>\n<p>- no item, *no emphasis*, $x$ no formula</p>')
})

test('a table with joined cells keeps its columns', () => {
  expect(markdownOf('<table><tr><th colspan=2>a</th></tr><tr><td>1</td><td>2<br>3</td></tr></table>')).toBe(
    '| a | |\n| - | - |\n| 1 | 2 3 |',
  )
})

test('a list with a longer list in it is tight', () => {
  const html = '<ul><li>One<ul><li>a</li><li>b</li></ul></li><li>Two</li></ul>'
  expect(markdownOf(html)).toBe('- One\n  - a\n  - b\n- Two')
  expect(markdownOf('<ul><li><p>One</p><p>more</p></li><li>Two</li></ul>')).toBe('- One\n\n  more\n\n- Two')
})

test('raised and lowered letters keep their meaning', () => {
  expect(markdownOf('<p>10<sup>6</sup> rows, <b>H<sub>2</sub>O</b>, x<sup>n</sup>, 2<sup>n+1</sup></p>')).toBe(
    '10⁶ rows, **H₂O**, x^n, 2^(n+1)',
  )
  const google = '<p><b>1</b>0<span style="font-size:0.6em;vertical-align:super">-3</span></p>'
  expect(markdownOf(google)).toBe('**1**0⁻³')
})

test('lines of code in one paragraph, code in a cell, headings with line breaks and glossaries keep their structure', () => {
  const word = `<p><span style='font-family:"Courier New"'>SELECT 1;<br>SELECT 2;</span><o:p></o:p></p><p>text</p>`
  expect(markdownOf(word)).toBe('```\nSELECT 1;\nSELECT 2;\n```\n\ntext')
  const cell =
    '<table><tr><td>a</td></tr><tr><td><pre>one\ntwo</pre><table><tr><td>x</td><td>y</td></tr></table></td></tr>'
  expect(markdownOf(`${cell}</table>`)).toBe('| a |\n| - |\n| `one` `two` x y |')
  expect(markdownOf('<h1>Title with<br>break</h1>')).toBe('# Title with break')
  expect(markdownOf('<dl><dt>base</dt><dd>the divisor</dd></dl>')).toBe('**base**\n\nthe divisor')
  expect(markdownOf('<p>see <a href="javascript:x()">this</a> <b>now</b></p>')).toBe('see this **now**')
})

test('hostile HTML gives a text without HTML, scripts and URLs that run', () => {
  const parts = fc.array(fc.constantFrom(...hostileTexts(), '<p>', '</li><ul>', '<b>', '<table><td>', '<!--', '<h1>'), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(parts, (html) => {
      const markdown = markdownOf(html.join(' ')) ?? ''
      expect(markdown).not.toMatch(/\]\((?!<?(?:https?|mailto):|<?[^:)]*\))/i)
      const { html: shown } = markdownToHtml(markdown)
      expect(shown).not.toMatch(/<(?:script|iframe|object|embed|svg|style|form|base)\b|<[^>]* on\w+=|="javascript:/i)
    }),
    { numRuns: 200 },
  )
})
