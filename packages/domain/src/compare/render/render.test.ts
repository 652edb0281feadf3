import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { fromQuery } from '../comparison-url.ts'
import type { PointSet } from '../point.ts'
import { renderCsv } from './render-csv.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderText } from './render-text.ts'

const groups = { 'hot-points': 'point queries', 'point-query': 'point queries', scan: 'range queries' }
const postgres = resultsOf(
  `
  test        | 17.6 x10a | 18.0 x10b
  hot-points  | 1000      | 950
  point-query | 500       | 550
  scan        | 200       | -
  `,
  { groups },
)

const grid = (set: PointSet, query: string) => {
  const columns = query.includes('columns=') ? '' : 'columns=version,config&'
  return compare(set, fromQuery(`${columns}verdicts=off&${query}`).comparison)
}

const bugNote = { code: 'known-bug', text: 'Bug 12038 <slow>', href: 'https://example.org/12038' }
const withNote: PointSet = {
  ...postgres,
  points: postgres.points.map((point) => {
    return point.coordinates.test === 'hot-points' && point.coordinates.version === '18.0'
      ? { ...point, footnotes: [bugNote] }
      : point
  }),
}

const hostile = resultsOf('test | 17.6 | 18.0\na|1|2', {
  coordinates: { test: '=cmd|" \'<script>alert(1)</script>\t*', config: '@x, "y"' },
})

test('CSV has a field for each dimension and column, empty for missing values', () => {
  expect(renderCsv(grid(postgres, ''))).toBe(
    [
      'group,test,17.6 x10a,18.0 x10b',
      'point queries,hot-points,1.00,0.95',
      'point queries,point-query,1.00,1.10',
      'range queries,scan,1.00,',
      '',
    ].join('\r\n'),
  )
  expect(renderCsv(grid(postgres, 'show=both&test=scan')).split('\r\n').slice(0, 2)).toEqual([
    'group,test,17.6 x10a,17.6 x10a relative',
    'range queries,scan,200,1.00',
  ])
})

test('CSV of several tables is one, with the distinguishing fields first', () => {
  const set = together(
    resultsOf('test | 1 | 2\na | 10 | 11', { coordinates: { hardware: 'pn53' } }),
    resultsOf('test | 1\na | 20', { coordinates: { hardware: 'dell32' } }),
  )
  expect(
    renderCsv(grid(set, 'columns=version&tables=hardware&metrics=qps,p99&base=none')).trimEnd().split('\r\n'),
  ).toEqual([
    'table,metric,group,test,1,2',
    'dell32,qps,,a,20,',
    'dell32,p99,,a,,',
    'pn53,qps,,a,10,11',
    'pn53,p99,,a,,',
  ])
})

test('CSV: names that begin like formulas become text, numbers do not', () => {
  const [header, row] = renderCsv(grid(hostile, 'columns=config,version&metrics=qps')).split('\r\n')
  expect(header).toBe('group,test,"\'@x, ""y"" 17.6","\'@x, ""y"" 18.0"')
  expect(row).toMatch(/^,"'=cmd\|"".*",1\.00,2\.00$/)
  const negative = resultsOf('test | 1\na | -5', { metric: 'my metric' })
  expect(renderCsv(grid(negative, 'base=none'))).toContain(',-5')
})

test('text: a name cannot add a column or line', () => {
  const lines = renderText(grid(hostile, 'columns=version&metrics=qps')).trimEnd().split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[4]?.split('\t')).toHaveLength(2)
})

test('text ends with its warnings, one per line, except the one about the arithmetic of the archive', () => {
  expect(renderText(grid(withNote, 'base=version:17.6')).split('\n').slice(-5)).toEqual([
    'col-1\trange queries',
    '-\tscan',
    '',
    '# Not every column has scan (not 18.0 x10b).',
    '',
  ])
  const broken = { ...grid(postgres, ''), warnings: [{ code: 'any', text: 'One\ntwo' }] }
  expect(renderText(broken)).toMatch(/\n\n# One two\n$/)
  expect(renderText(grid(postgres, 'published=yes&test=hot-points'))).not.toContain('#')
})

test('CSV has no rows for warnings', () => {
  expect(renderCsv(grid(withNote, 'base=version:17.6'))).not.toContain('Not every column')
})

test('Markdown has signs, averages, footnotes and warnings', () => {
  expect(renderMarkdown(grid(withNote, 'base=version:17.6'))).toMatchInlineSnapshot(`
    "> Not every column has scan (not 18.0 x10b).

    Relative to: 17.6 x10a

    | test | 17.6 x10a | 18.0 x10b |
    |---|---:|---:|
    | **point queries** |  |  |
    | hot-points | 1.00 | 0.95 ▼[^1] |
    | point-query | 1.00 | 1.10 ▲ |
    | *geometric mean* | *1.00* | *1.02* |
    | **range queries** |  |  |
    | scan | 1.00 | - |

    [^1]: Bug 12038 \\<slow\\> <https://example.org/12038>
    "
  `)
})

test('Markdown: a name cannot add markup or columns', () => {
  const text = renderMarkdown(grid(hostile, 'columns=version&metrics=qps'))
  expect(text).toContain('| =cmd\\|" \'\\<script\\>alert(1)\\</script\\> \\* | 1.00 | 2.00 ▲ |')
})

test('HTML is a table to paste in which signs and words show worse and better', () => {
  expect(renderHtml(grid(withNote, 'base=version:17.6&test=hot-points,point-query'))).toMatchInlineSnapshot(`
    "<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">
    <caption style="text-align:left">Relative to: 17.6 x10a</caption>
    <thead><tr><th scope="col" style="padding:2px 8px;text-align:left;font-weight:normal">test</th><th scope="col" style="padding:2px 8px;text-align:right">17.6 x10a</th><th scope="col" style="padding:2px 8px;text-align:right">18.0 x10b</th></tr></thead>
    <tbody>
    <tr><th scope="rowgroup" colspan="3" style="padding:8px 8px 2px;text-align:left">point queries</th></tr>
    <tr><th scope="row" style="padding:2px 8px;text-align:left;font-weight:normal">hot-points</th><td style="padding:2px 8px;text-align:right">1.00</td><td style="padding:2px 8px;text-align:right;background:#fbdcb8;color:#15181d">0.95 <span title="worse">▼</span><sup>1</sup></td></tr>
    <tr><th scope="row" style="padding:2px 8px;text-align:left;font-weight:normal">point-query</th><td style="padding:2px 8px;text-align:right">1.00</td><td style="padding:2px 8px;text-align:right;background:#cbe0fa;color:#15181d">1.10 <span title="better">▲</span></td></tr>
    <tr><th scope="row" style="padding:2px 8px;text-align:left;font-weight:normal">geometric mean</th><td style="padding:2px 8px;text-align:right"><i>1.00</i></td><td style="padding:2px 8px;text-align:right"><i>1.02</i></td></tr>
    </tbody>
    </table>
    <ol>
    <li>Bug 12038 &lt;slow&gt; <a href="https://example.org/12038">https://example.org/12038</a></li>
    </ol>
    "
  `)
})

test('HTML: every name is escaped, and only http addresses become links', () => {
  const script = { ...bugNote, href: 'javascript:alert(1)' }
  const points = hostile.points.map((point) => ({ ...point, footnotes: [script] }))
  const html = renderHtml(grid({ ...hostile, points }, 'columns=config,version&metrics=qps'))
  expect(html).not.toMatch(/<script|<slow|href=|onerror/)
  expect(html).toContain('=cmd|&quot; &#39;&lt;script&gt;')
})

test('JSON is the grid with all digits', () => {
  const made = grid(postgres, '')
  expect(JSON.parse(renderJson(made))).toEqual(made)
})

test('a table without results has a message', () => {
  const none = grid(postgres, 'version=9.6')
  expect([renderText(none), renderMarkdown(none), renderHtml(none), renderCsv(none)]).toEqual([
    'No results.\n',
    'No results.\n',
    '<p>No results.</p>\n',
    'group,test\r\n',
  ])
})
