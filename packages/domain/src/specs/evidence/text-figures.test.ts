import { expect, test } from 'vitest'
import { boundLinksOf, renderSpec } from '../../publish/markdown/render-spec.ts'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { blocksOf } from '../anchor/blocks.ts'
import { checkText } from '../text/check-text.ts'
import { specSegments } from './insert-figures.ts'
import { figuresInText, reuseFrozenFigures } from './text-figures.ts'

const block = (more = '', address = '/p/lab/saved/sort') => `\`\`\`assay\n${address}\n${more}\n\`\`\``
const TEXT = `# Sorting

It is [5.02X](<figure:sort#int/2 prefix>), see [it][1].

${block('name: sort')}

- An item

  ${block('name: inner').replaceAll('\n', '\n  ')}

${block('sizes: 4')}

[1]: figure:2#a/b
`
const figuresOf = (text: string) => figuresInText(text, identifyBlocks([], text, 1).blocks)

test('figures are found with their lines and blocks, including invalid ones', () => {
  expect(figuresOf(TEXT).map(({ number, line, figure, block: id }) => [number, line, figure?.name, id])).toEqual([
    [1, 5, 'sort', 'b3'],
    [2, 12, 'inner', 'b5'],
    [3, 17, undefined, 'b6'],
  ])
})

test('a figure is between paragraphs or inside a list, and numbers link to cells', () => {
  const { blocks } = identifyBlocks([], TEXT, 1)
  const { html } = renderSpec(TEXT, blocks, new Map([['b3', ['F-1']]]), {
    figures: figuresInText(TEXT, blocks),
    figure: (number) => `<figure>${number}</figure>`,
    number: ({ text, href }) => ({ href: '#figure-1', state: 'differs', title: href, note: `not "${text}"` }),
  })
  expect(html).toContain(
    '<div id="b3" data-block="b3" data-figure="1"><figure>1</figure><a href="#F-1" data-feedback="">F-1</a></div>',
  )
  expect(html).toContain('<li id="b4" data-block="b4">')
  expect(html).toContain('<div id="b5" data-block="b5" data-inner-figure="2"><figure>2</figure></div>')
  expect(html).toContain(
    '<a href="#figure-1" title="figure:sort#int/2%20prefix" data-number="differs" data-note="not &#x22;5.02X&#x22;">5.02X</a>',
  )
  expect(boundLinksOf(TEXT)).toEqual([
    { text: '5.02X', href: 'figure:sort#int/2%20prefix' },
    { text: 'it', href: 'figure:2#a/b' },
  ])
})

test('a page splits a text at the figures between its paragraphs, and not inside its lists', () => {
  const { blocks } = identifyBlocks([], TEXT, 1)
  const { parts } = renderSpec(TEXT, blocks, new Map([['b3', ['F-1', 'F-2']]]), {
    figures: figuresInText(TEXT, blocks),
    figure: () => '',
    number: () => null,
  })
  const segments = parts.flatMap(specSegments)
  expect(segments.map((segment) => (segment.kind === 'figure' ? segment : segment.hasFigures))).toEqual([
    false,
    {
      ...{ kind: 'figure', id: 'b3', number: 1 },
      feedback: [
        { href: '#F-1', name: 'F-1' },
        { href: '#F-2', name: 'F-2' },
      ],
    },
    true,
    { kind: 'figure', id: 'b6', number: 3, feedback: [] },
  ])
  const text = segments.map((segment) => (segment.kind === 'prose' ? segment.html : '')).join('')
  expect(text).toContain('<li id="b4" data-block="b4">')
  expect(text).not.toContain('data-figure="1"')
})

test('a bound number is plain text without its figures', () => {
  const { blocks } = identifyBlocks([], TEXT, 1)
  expect(renderSpec(TEXT, blocks).html).toContain('<p id="b2" data-block="b2">It is 5.02X, see it.</p>')
})

test('frozen content is matched to its comparison by name, or else by order', () => {
  const before = figuresOf(`${block('name: a')}\n\n${block('name: b')}\n\n${block('', '/p/lab/saved/other')}`)
  const remaining = before.map((one, at) => ({ ...one, id: ['A', 'B', 'C'][at] ?? null }))
  const after = (text: string) => reuseFrozenFigures(figuresOf(text), remaining)
  expect(after(block('name: b\ncaption: another'))).toEqual(['B'])
  expect(after(block('name: c'))).toEqual(['A'])
  expect(after(`${block('', '/p/lab/saved/new')}\n\n${block('', '/p/lab/saved/other')}`)).toEqual([null, 'C'])
})

test('a frozen study page is not reused for a table, nor a frozen table for the page', () => {
  const study = '/p/lab/studies/scale-up'
  const [table, whole] = [block('name: a', study), block('show: page\nname: b', study)]
  const [first, second] = figuresOf(`${table}\n\n${whole}`)
  const remaining = [
    { figure: first?.figure ?? null, id: 'A' },
    { figure: second?.figure ?? null, id: 'B' },
  ]
  expect(reuseFrozenFigures(figuresOf(`${whole}\n\n${table}`), remaining)).toEqual(['B', 'A'])
  expect(reuseFrozenFigures(figuresOf(whole), remaining.slice(0, 1))).toEqual([null])
  expect(reuseFrozenFigures(figuresOf(table), remaining.slice(1))).toEqual([null])
})

test('a bound number with spaces in its address is reported, because it is not a link', () => {
  const text = '# A\n\nIt is [2X](figure:sort#int/2 prefix) or [3X](<figure:sort#int/2 prefix>).'
  expect(checkText(text, blocksOf(text))).toEqual([
    'The link [2X](figure:sort#int/2 prefix) has spaces in its address; write it between < and >.',
  ])
})

test('numbers and placeholders in code are ignored', () => {
  const text =
    '# A\n\nWrite `[2X](figure:sort#int/2 prefix)`, `TODO`, or ``](figure:a b)``.\n\n- **TBD** [`a`](figure:x y)'
  expect(checkText(text, blocksOf(text))).toEqual([
    'The text still says TBD.',
    'The link [\ufffd](figure:x y) has spaces in its address; write it between < and >.',
  ])
})
