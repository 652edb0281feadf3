import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { escapeMarkdown, escapeMarkdownLine } from './escape-markdown.ts'

const HOSTILE = [
  '[click](https://evil.test)',
  '![x](https://evil.test/pixel.png)',
  '<img src=x onerror=alert(1)>',
  'https://evil.test/path',
  'HTTP://evil.test',
  'www.evil.test',
  'a | b',
  '\\| b',
  '&lt;b&gt; &#x3c;',
  '**bold** _it_ ~~gone~~ `code`',
  '[^1]',
  '# head',
  '<!-- hidden',
  '1. one',
  '- item',
  'a\n\n# b',
]

const name = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))

const parse = (markdown: string) => unified().use(remarkParse).use(remarkGfm).parse(markdown)

/**
 * Returns the kinds of nodes in a document and its text. Plain URLs are ignored, because many viewers link them and
 * they show their target.
 */
function shapeOf(markdown: string) {
  const kinds: string[] = []
  let text = ''
  visit(parse(markdown), (node) => {
    if (node.type === 'text') text += node.value
    const [label] = node.type === 'link' ? node.children : []
    const isPlain = node.type === 'link' && label?.type === 'text' && node.url.endsWith(label.value)
    if (!isPlain && kinds.at(-1) !== node.type) kinds.push(node.type)
  })
  return { kinds, text }
}

test('a name in a cell remains one cell of plain text', () => {
  fc.assert(
    fc.property(name, (hostile) => {
      const { kinds, text } = shapeOf(`| a | b |\n|---|---|\n| ${escapeMarkdownLine(hostile)} | 1 |`)
      const cell = hostile.trim() === '' ? ['tableCell'] : ['tableCell', 'text']
      const head = ['tableCell', 'text', 'tableCell', 'text']
      expect(kinds).toEqual([
        'root',
        'table',
        'tableRow',
        ...head,
        'tableRow',
        ...cell,
        ...(cell.length === 1 ? [] : ['tableCell']),
        'text',
      ])
      expect(text).toContain('1')
    }),
    { numRuns: 300 },
  )
})

test('a title is shown exactly as typed', () => {
  for (const hostile of HOSTILE) {
    const { kinds, text } = shapeOf(`# ${escapeMarkdownLine(hostile)}`)
    expect(kinds).toEqual(['root', 'heading', 'text'])
    expect(text).toBe(hostile.replaceAll(/\s+/g, ' '))
  }
})

test('lines of a text cannot begin a list or contain a link', () => {
  for (const hostile of HOSTILE) {
    const { kinds } = shapeOf(escapeMarkdown(`${hostile}\n${hostile}`))
    expect(new Set(kinds), hostile).toEqual(new Set(['root', 'paragraph', 'text']))
  }
})
