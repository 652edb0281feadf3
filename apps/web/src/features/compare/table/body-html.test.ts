import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { cellFormatter } from '@assay/domain/compare/render/shown-table'
import { expect, test } from 'vitest'
import { groupHtml } from './body-html.ts'

const HOSTILE = `"><script>alert('x')</script>&`

function draw(names: readonly string[], values: readonly (number | null)[]): string {
  const grid = compare(
    {
      points: values.flatMap((value, at) =>
        value === null
          ? []
          : [
              {
                runId: `00000000-0000-8000-8000-00000000000${at}`,
                resultId: `${at}`,
                coordinates: { test: names[0] ?? '', version: `1${at}`, group: names[1] ?? '', clients: '1' },
                values: { qps: value },
              },
            ],
      ),
      tests: [{ name: names[0] ?? '', group: names[1] ?? '', order: 0, role: 'measured', primaryMetric: 'qps' }],
      metrics: [{ name: 'qps', unit: 'queries/s', better: 'higher', about: '' }],
    },
    { ...DEFAULT_COMPARISON, columns: ['version'], verdicts: 'off' },
  )
  const table = grid.tables[0]
  const group = table?.groups[0]
  if (table === undefined || group === undefined) throw new Error('the grid has a group')
  return String(
    groupHtml({
      group,
      firstRow: 3,
      tableIndex: 0,
      columnCount: table.columns.length,
      rowDimensions: ['test'],
      drawing: {
        show: 'relative',
        format: cellFormatter(table),
        marksOf: () => [1],
        markOf: () => ({ sign: '▼', verdict: '!', mark: '▼!', word: 'regression' }),
        project: 'demo',
      },
      links: {
        project: 'demo',
        comparison: DEFAULT_COMPARISON,
        hrefTo: () => `/?q=${HOSTILE}`,
        chartHref: () => `/?c=${HOSTILE}`,
      },
    }),
  )
}

test('names and addresses cannot become markup', () => {
  const html = draw([HOSTILE, HOSTILE], [1, 2])
  expect(html).not.toContain('<script')
  expect(html).not.toContain(`"><`.concat('script'))
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(3)
})

test('a verdict is a mark with a text', () => {
  expect(draw(['point-query', ''], [100, 50])).toMatch(
    /aria-label="regression"><span[^>]*>▼<\/span><span[^>]*>!<\/span><\/span>/,
  )
})

test('a row begins with its name, has its position for the script, and a cell per column', () => {
  const html = draw(['point-query', 'point queries'], [100, 50, 210])
  expect(html).toMatch(/<tr data-row="3"[^>]*><th scope="row">/)
  expect(html.match(/<td/g)).toHaveLength(3)
  expect(html).toContain('0.50<span')
  expect(html).toContain('<sup> 1</sup>')
})
