import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import { previewFigure } from './preview-figure.ts'

const VERSIONS = Array.from({ length: 30 }, (_, at) => `1.${at}`)

const PAIR: Comparison = {
  ...DEFAULT_COMPARISON,
  filters: { product: ['P'], hardware: ['h'], version: ['1.0', '1.1'] },
  columns: ['version'],
  base: { kind: 'values', values: { version: '1.0' } },
}

function frozen(comparison: Comparison, versions: readonly string[]) {
  const names = Array.from({ length: 14 }, (_, at) => `test-${at}`)
  const points = names.flatMap((name, index) =>
    versions.flatMap((version, at) =>
      [0.999, 1, 1.001].map((noise, repeat) => ({
        runId: `00000000-0000-8000-8000-${String(at * 10 + repeat).padStart(12, '0')}`,
        resultId: `${name} ${version} ${repeat}`,
        coordinates: {
          ...{ product: 'P', hardware: 'h', test: name, version, group: 'all', clients: '1', repeat: `${repeat + 1}` },
        },
        values: { qps: (at === 1 && index === 13 ? 60 : 100) * noise },
        noise: { qps: { source: 'test' as const, sd: 0.005, degreesOfFreedom: 40 } },
      })),
    ),
  )
  const grid = compare(
    {
      points,
      tests: names.map((name, order) => ({
        name,
        group: 'all',
        order,
        role: 'measured' as const,
        primaryMetric: 'qps',
      })),
      metrics: [{ name: 'qps', unit: 'q', better: 'higher', about: '' }],
    },
    comparison,
  )
  return { format: 1 as const, grid, comparison, tldr: { sentences: [], left: 0 } }
}

test('the preview of two versions is their plot: nine rows, with the changes first', () => {
  // Only the fields that a preview reads.
  const figures = [frozen(PAIR, ['1.0', '1.1'])] as unknown as Parameters<typeof previewFigure>[0]['figures']
  const preview = previewFigure({ figures })
  expect(preview).toMatchObject({ kind: 'plot', left: 5 })
  const rows = preview?.kind === 'plot' ? preview.rows : []
  expect(rows).toHaveLength(9)
  expect(rows[0]).toMatchObject({ name: 'test-13', mark: { state: 'regression', text: '0.60' } })
})

test('the preview of many versions is the end of their heat map', () => {
  const many = { ...DEFAULT_COMPARISON, columns: ['version' as const] }
  const figures = [frozen(many, VERSIONS)] as unknown as Parameters<typeof previewFigure>[0]['figures']
  const preview = previewFigure({ figures })
  expect(preview).toMatchObject({ kind: 'heat', from: '1.6', to: '1.29', left: 5 })
  expect(preview?.kind === 'heat' && preview.rows[0]?.cells).toHaveLength(24)
})

test('a report without figures has no picture', () => {
  expect(previewFigure({ figures: [] })).toBeNull()
})
