import { CLOBBERING, hostileMarkdown, some } from '@assay/testing/hostile-markup'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { MARKDOWN_MAX_CHARACTERS } from './markdown-limits.ts'
import { markdownToHtml } from './markdown-to-html.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

const html = (text: string) => markdownToHtml(text).html

test('headings get ids with a prefix, levels below the title of the page, and a list', () => {
  const { html, headings } = markdownToHtml('# Io *method*\n\n## Same\n\n## Same')
  expect(html).toBe(
    '<h2 id="text-io-method">Io <em>method</em></h2>\n<h3 id="text-same">Same</h3>\n<h3 id="text-same-1">Same</h3>',
  )
  expect(headings).toEqual([
    { id: 'text-io-method', depth: 1, text: 'Io method' },
    { id: 'text-same', depth: 2, text: 'Same' },
    { id: 'text-same-1', depth: 2, text: 'Same' },
  ])
})

test('two texts on one page have different id prefixes and may start at different levels', () => {
  expect(markdownToHtml('# A\n\n[up](#a)', { idPrefix: 'note-3-', topLevel: 4 }).html).toBe(
    '<h4 id="note-3-a">A</h4>\n<p><a href="#note-3-a">up</a></p>',
  )
})

test('external links send no referrer and have no access to the page', () => {
  expect(html('[a](https://example.org) [m](mailto:a@b.de) [own](/p/demo)')).toBe(
    '<p><a href="https://example.org" rel="noopener nofollow ugc">a</a> <a href="mailto:a@b.de" rel="noopener nofollow ugc">m</a> <a href="/p/demo" rel="noopener nofollow ugc">own</a></p>',
  )
  expect(html('[a](javascript:alert(1)) [b](data:text/html,x) [c](ftp://x)')).toBe('<p><a>a</a> <a>b</a> <a>c</a></p>')
})

test('images of other hosts are links, even with a disguised URL', () => {
  for (const address of ['https://evil.example/x.png', '//evil.example/x.png']) {
    expect(html(`![graph](${address})`)).not.toContain('<img')
  }
  expect(html('![graph](https://evil.example/x.png)')).toContain('>graph (image)</a>')
  expect(html('![own](/p/demo/x.svg)')).toBe('<p><img src="/p/demo/x.svg" alt="own" loading="lazy"></p>')
})

test('raw HTML is left out', () => {
  expect(html('a <b onclick="x">c</b>\n\n<div>d</div>')).toBe('<p>a c</p>')
})

test('footnotes, tables, task lists and mathematics are supported', () => {
  const text = 'a[^1] $x^2$\n\n| n |\n|--:|\n| 1 |\n\n- [x] done\n\n[^1]: why'
  expect(html(text)).toContain('<th align="right">n</th>')
  expect(html(text)).toContain('<input type="checkbox" checked disabled> done')
  expect(html(text)).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
  expect(html(text)).toContain('<a href="#text-fn-1" id="text-fnref-1"')
  expect(html(text)).toContain('<li id="text-fn-1">')
  expect(html(text)).toContain('<h3 class="visually-hidden" id="text-footnote-label">')
})

test('formulas that define macros, are long or are too many are shown as code', () => {
  expect(html('$\\def\\a{\\a\\a}\\a$')).toContain('<code>\\def')
  expect(html(`$${'x'.repeat(3000)}$`)).not.toContain('<math')
  expect(html('$x$ '.repeat(5000)).match(/<math/g)?.length).toBeLessThan(2000)
})

test('a text that exceeds a limit is shown as source, with the reason', () => {
  expect(html('<'.repeat(MARKDOWN_MAX_CHARACTERS + 1))).toMatch(
    /^<p><strong>It has 100,001 characters, and 100,000 are the limit, so this text is shown as it was written\.<\/strong><\/p>\n<pre><code>&lt;/,
  )
})

test.each([
  ['quotes in quotes', '>'.repeat(5000), 'Line 1 is nested'],
  ['lists in lists', '- '.repeat(5000), 'Line 1 is nested'],
  ['lists in lists by indentation', `${' '.repeat(100)}- a`, 'Line 1 is nested'],
  ['stars that pair with each other', '*a_ '.repeat(20_000), 'A paragraph holds'],
  ['brackets that open nothing', ']'.repeat(50_000), 'A paragraph holds'],
  ['underscores in words', 'a_b '.repeat(20_000), 'A paragraph holds'],
  [
    'a wide table with many short rows',
    `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|\n'.repeat(9000)}`,
    'Its tables',
  ],
  ['a long address used often', `[a]: ${'u'.repeat(30_000)}\n\n${'[a] '.repeat(2000)}`, 'A long link'],
  ['thousands of list items', '- - a\n\n'.repeat(5000), 'It has thousands'],
])('a text that would take too long is refused: %s', (_, text, reason) => {
  expect(html(text)).toContain(`<strong>${reason}`)
})

test('no payload leaves an executable element, attribute or URL', () => {
  for (const text of some(hostileMarkdown(), 3)) expect(dangers(html(text)), text).toEqual([])
})

test('generated text leaves no active content', () => {
  const fragments = fc.constantFrom(
    ...hostileMarkdown(),
    '\n\n',
    '> ',
    '- ',
    '`',
    '$',
    '[',
    '](',
    ')',
    '|',
    '\\',
    '&#x3c;',
  )
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 6 }), (parts) => {
      expect(dangers(html(parts.join('')))).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('ids cannot shadow globals of scripts', () => {
  for (const name of CLOBBERING) {
    const ids = [...html(`# ${name}\n\n[^${name}]\n\n[^${name}]: x`).matchAll(/ (?:id|name)="([^"]*)"/g)]
    expect(ids.length).toBeGreaterThan(0)
    for (const [, id] of ids) expect(id).toMatch(/^text-/)
  }
})

const MATHML = /^(?:math|semantics|annotation|m[a-z]+)$/
const ELEMENTS =
  /^(?:h[2-6]|p|blockquote|pre|hr|br|section|ul|ol|li|input|table|thead|tbody|tr|th|td|a|img|code|em|strong|del|sup|span)$/
const ATTRIBUTES =
  /^(?:href|rel|title|id|class|src|alt|loading|align|start|type|checked|disabled|aria-[a-z]+|data-footnote[a-z-]*)$/
const MATH_ATTRIBUTES = /^(?:xmlns|encoding|display|math[a-z]+|[a-z]+|style)$/

/** Parses markup as a browser does and lists everything that is not on this test's allow-list. */
function dangers(markup: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (!('tagName' in node)) return
    const isMath = node.namespaceURI.endsWith('MathML')
    if (!(isMath ? MATHML : ELEMENTS).test(node.tagName)) found.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (/^on/i.test(name) || !(isMath ? MATH_ATTRIBUTES : ATTRIBUTES).test(name)) {
        if (!(node.tagName === 'span' && name === 'style')) found.push(`${node.tagName} ${name}`)
      }
      if (/^(?:href|src)$/.test(name) && !/^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i.test(value))
        found.push(`${name}=${value}`)
      if (/^(?:href|xlink:href)$/.test(name) && isMath) found.push(`${node.tagName} ${name}`)
    }
    for (const child of node.childNodes) visit(child)
  }
  for (const child of parseFragment(markup).childNodes) visit(child)
  return found
}
