import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readComparisonAddress, writeComparisonAddress } from './comparison-address.ts'
import { type Figure, writeFigureBlock } from './figure-block.ts'
import { figuresOf, headingsOf, problemsOf, readReportText } from './report-text.ts'

const TEXT = `# Two versions

Some words.

\`\`\`assay
/p/demo/compare?columns=version&base=version:17.6
show: tldr, table
tables: 3, 1
caption: At 24 clients: mostly the same
\`\`\`

\`\`\`\`text
\`\`\`assay
/p/demo/compare
\`\`\`
\`\`\`\`

~~~assay
http://other.test:3000/p/demo/saved/scale-up#cell
~~~
## The end ##`

test('a text is split into Markdown and figures in order; a fence in a fence is text', () => {
  const parts = readReportText(TEXT)
  expect(parts.map(({ kind }) => kind)).toEqual(['markdown', 'figure', 'markdown', 'figure', 'markdown'])
  expect(problemsOf(parts)).toEqual([])
  expect(figuresOf(parts)).toEqual([
    {
      address: { project: 'demo', kind: 'query', study: null, query: 'columns=version&base=version:17.6' },
      show: ['table', 'tldr'],
      tables: [1, 3],
      name: null,
      charts: null,
      page: false,
      rows: [],
      caption: 'At 24 clients: mostly the same',
    },
    {
      address: { project: 'demo', kind: 'saved', slug: 'scale-up' },
      show: ['table'],
      tables: null,
      name: null,
      charts: null,
      page: false,
      rows: [],
      caption: null,
    },
  ])
  expect(headingsOf(TEXT)).toEqual(['Two versions', 'The end'])
})

test('parse problems are reported with their line', () => {
  const text = 'a\n\n```assay\n/runs/7\nshow: picture\nsize: 4\nwhat\n```\n\n```assay\n```'
  expect(problemsOf(readReportText(text)).map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 "/runs/7" is not the address of a comparison, a study, a saved comparison, a link or a figure of a version of a report; copy one from its page',
    '5 show is page, or one or more of table, tldr, chart, not "picture"',
    '6 Unknown option "size"; known: name, show, tables, charts, rows, caption',
    '7 "what" is not an option; write "name: value" (known: name, show, tables, charts, rows, caption)',
    '10 This figure is empty; its first line is the address of a comparison',
  ])
})

test('an unclosed fence extends to the end', () => {
  const [figure] = figuresOf(readReportText('```assay\n/p/demo/compare\ncaption: x'))
  expect(figure).toMatchObject({ caption: 'x' })
})

test.each([
  ['/p/demo/compare', { project: 'demo', kind: 'query', study: null, query: '' }],
  ['https://assay.test/p/demo/studies/steps?step=l.i0#x', { kind: 'query', study: 'steps', query: 'step=l.i0' }],
  ['/p/demo/saved/a-b', { kind: 'saved', slug: 'a-b' }],
])('%s is a comparison', (address, expected) => {
  expect(readComparisonAddress(address)).toMatchObject(expected)
})

test.each([
  '/p/demo',
  '/p/demo/runs/1',
  'javascript:/p/demo/compare',
  '/p/demo/saved/A',
  '/p/demo/compare?a b',
  '//x/p/demo/compare',
])('%s is not a comparison', (address) => {
  expect(readComparisonAddress(address)).toBeNull()
})

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const address = fc.oneof(
  fc.record({ project: word, kind: fc.constant('saved' as const), slug: word }),
  fc.record({
    ...{ project: word, kind: fc.constant('report' as const), slug: word },
    ...{ version: fc.integer({ min: 1, max: 999 }), figure: fc.integer({ min: 1, max: 99 }) },
  }),
  fc.record({
    ...{ project: word, kind: fc.constant('share' as const), id: fc.uuid() },
    figure: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({
    project: word,
    kind: fc.constant('query' as const),
    study: fc.option(word),
    query: fc.constantFrom('', 'a=b&c=d%20e'),
  }),
)
const figure: fc.Arbitrary<Figure> = fc
  .record({
    name: fc.option(fc.constantFrom('sort', 'B-2')),
    address,
    show: fc.subarray(['table', 'tldr', 'chart'] as const, { minLength: 1 }),
    page: fc.boolean(),
    charts: fc.option(fc.constantFrom([1], [2, 3])),
    rows: fc.uniqueArray(fc.constantFrom('scan', 'point-query_range=100', 'a, b'), { maxLength: 3 }),
    tables: fc.option(
      fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1 }).map((list) => list.sort((a, b) => a - b)),
    ),
    caption: fc.option(fc.stringMatching(/^[!-~]([ !-~]*[!-~])?$/).map((text) => text.replaceAll(/\s+/g, ' '))),
  })
  .map((one) => (one.page ? { ...one, show: ['table' as const] } : one))

test('a formatted figure parses to the same figure', () => {
  fc.assert(
    fc.property(figure, (one) => {
      expect(readComparisonAddress(writeComparisonAddress(one.address))).toEqual(one.address)
      const parts = readReportText(`Before.\n\n${writeFigureBlock(one)}\n\nAfter.`)
      expect([figuresOf(parts), problemsOf(parts)]).toEqual([[one], []])
    }),
  )
})

test('no text makes the parser throw or lose a line of Markdown', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('```', '```assay', '~~~~', '/p/demo/compare', 'show: table', '    ```'),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const parts = readReportText(lines.join('\n'))
      const texts = parts.flatMap((part) => (part.kind === 'markdown' ? part.text.split('\n') : []))
      if (parts.every(({ kind }) => kind === 'markdown') && texts.length > 0)
        expect(texts.join('\n')).toBe(lines.join('\n'))
      for (const { line: number } of problemsOf(parts))
        expect(number).toBeLessThanOrEqual(lines.join('\n').split('\n').length)
    }),
  )
})

test('names of rows are separated by semicolons, because they may contain commas', () => {
  const [figure] = figuresOf(
    readReportText('```assay\n/p/demo/compare\nshow: chart\nrows: point, 100 rows; scan ; scan\ncharts: 3, 1\n```'),
  )
  expect(figure).toMatchObject({ show: ['chart'], rows: ['point, 100 rows', 'scan'], charts: [1, 3] })
})
