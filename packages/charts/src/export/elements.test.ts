import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { factTable } from '@assay/domain/compare/studies/pages/fact-table'
import type { StudyElement, StudyPage } from '@assay/domain/compare/studies/pages/study-page'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { elementsCsv, elementsMarkdown, elementsText } from '@assay/domain/publish/share/elements-text'
import { freezePage } from '@assay/domain/publish/share/freeze-page'
import { reproducePage } from '@assay/domain/publish/share/reproduce-page'
import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { elementsHtml } from './elements-html.ts'
import { drawingsOf } from './named-drawings.ts'

const comparison = { ...DEFAULT_COMPARISON, columns: ['version' as const], base: { kind: 'none' as const } }

const table = (change: string) =>
  factTable({
    caption: 'Gains',
    columns: [
      { header: 'Test', cell: ({ test: name }) => name },
      {
        header: 'Change',
        numeric: true,
        about: 'over gcc',
        cell: (row) => ({ parts: [{ text: row.change, link: { to: 'run', id: 'r1' } }] }),
      },
    ],
    rows: [
      { test: '<scan>', change },
      { test: '=1+1', change: '-' },
    ],
    rowKey: ({ test: name }) => name,
  })

const chart: ChartModel = {
  id: 'c',
  title: 'scan | by clients',
  summary: 'Up.',
  draw: 'line',
  x: { kind: 'number', label: 'clients', unit: '' },
  y: { label: 'qps', unit: '', better: 'higher', format: 'value' },
  series: [
    {
      name: '18.0',
      color: 1,
      points: [
        { x: 1, y: 10, href: '/p/lab/runs/r1' },
        { x: 2, y: 20 },
      ],
    },
  ],
}

function page({ change = '+15%', values = '1000 | 950' }: { change?: string; values?: string } = {}): StudyPage {
  const grid = compare(resultsOf(`test | 17.6 | 18.0\npoint | ${values}`), comparison)
  const parts: StudyElement[] = [
    { kind: 'section', title: 'Over machines', aside: 'newest', parts: [{ kind: 'facts', table: table(change) }] },
    { kind: 'charts', models: [chart] },
    { kind: 'text', text: 'One *is* left out.' },
    { kind: 'grid', grid, comparison, only: [0] },
    {
      kind: 'flame',
      title: 'Flame graph of scan',
      summary: '10 samples.',
      root: { name: 'all', percent: 100, children: [{ name: 'read', percent: 60, children: [] }] },
    },
  ]
  return { title: 'T', summary: 'S', comparison, warnings: [], tldr: { sentences: [], left: 0 }, parts }
}

test('every format contains all elements, and names are escaped', () => {
  const { parts } = freezePage(page())
  const html = elementsHtml(parts)
  for (const words of ['Over machines', '&lt;scan&gt;', '+15%', 'scan | by clients', 'One *is* left out.', '950'])
    expect(html).toContain(words)
  expect(html).not.toContain('<scan>')
  expect(html.match(/<svg/g)).toHaveLength(2)
  const text = elementsText(parts)
  expect(text).toContain("Over machines\n\nnewest\n\nGains\nTest\tChange\n<scan>\t+15%\n'=1+1\t-")
  expect(text).toContain('clients\t18.0\n1\t10\n2\t20')
  expect(text).toContain('all;read\t60.00')
  const markdown = elementsMarkdown(parts)
  expect(markdown).toContain(
    '## Over machines\n\nnewest\n\n### Gains\n\n| Test | Change |\n| --- | --- |\n| \\<scan\\> | +15% |',
  )
  expect(markdown).toContain('### scan \\| by clients. Up.')
  const csv = elementsCsv(parts)
  expect(csv).toContain("Gains\r\nTest,Change\r\n<scan>,+15%\r\n'=1+1,-\r\n")
  expect(drawingsOf(parts).map(({ id }) => id)).toEqual(['chart-1', 'chart-2'])
})

test('frozen content has no URL that only members can open', () => {
  const remaining = JSON.stringify(freezePage(page()))
  expect(remaining).not.toContain('/p/lab')
  expect(remaining).not.toContain('"link"')
  expect(remaining).not.toContain('"only"')
})

test('a comparison with the current page reports the first different number, cells before derived texts', () => {
  expect(reproducePage(freezePage(page()), page())).toEqual({ kind: 'reproduced' })
  expect(reproducePage(freezePage(page()), page({ values: '1000 | 930' }))).toMatchObject({
    kind: 'differs',
    frozen: '950',
    today: '930',
  })
  expect(reproducePage(freezePage(page()), page({ change: '+14%' }))).toEqual({
    kind: 'differs',
    cells: 1,
    frozen: '+15%',
    today: '+14%',
  })
  expect(reproducePage(freezePage(page()), page({ values: '- | -' }))).toEqual({ kind: 'gone', cells: 2 })
})
