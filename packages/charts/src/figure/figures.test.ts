import { readFileSync } from 'node:fs'
import { compare } from '@assay/domain/compare/compare'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { pairTables } from '@assay/domain/compare/pairs/pair-table'
import { thumbnailOf } from '@assay/domain/publish/chart/thumbnail'
import { expect, test } from 'vitest'
import { FIGURE_COLORS, FIGURE_THEMES } from '../scales/figure-theme.ts'
import { gridFigure } from './grid-figure.ts'
import { pairFigure } from './pair-figure.ts'
import { thumbnailFigure } from './thumbnail-figure.ts'

const HOSTILE = `"><script>alert('x')</script>&`
const TEXT = { title: `18.0 vs 17.6 ${HOSTILE}`, subtitle: 'ratios' }

function gridOf(versions: readonly string[], tests: readonly string[]) {
  const points = versions.flatMap((version, v) =>
    tests.map((test, t) => ({
      runId: `00000000-0000-8000-8000-00000000000${v}`,
      resultId: `${v} ${t}`,
      coordinates: { product: 'P', hardware: 'h', version, test, group: 'g', clients: '1' },
      values: { qps: 100 + 7 * v * (t + 1) },
    })),
  )
  const infos = tests.map((name, order) => ({
    name,
    group: 'g',
    order,
    role: 'measured' as const,
    primaryMetric: 'qps',
  }))
  const metrics = [{ name: 'qps', unit: 'queries/s', better: 'higher' as const, about: '' }]
  return compare({ points, tests: infos, metrics }, { ...DEFAULT_COMPARISON, columns: ['version'] })
}

test('the colors of files are those of the style sheet', () => {
  const tokens = readFileSync(new URL('../../../../apps/web/src/ui/tokens.css', import.meta.url), 'utf8')
  for (const name of FIGURE_COLORS) {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
    expect([name, FIGURE_THEMES.light[name], FIGURE_THEMES.dark[name]]).toEqual([name, light, dark])
  }
})

test('a figure of a pair has every test, ratio and mark of its table, and no text becomes markup', () => {
  const grid = gridOf(['17.6', '18.0'], ['scan', HOSTILE])
  const tables = pairTables(grid, null) ?? []
  const svg = pairFigure(tables, TEXT, FIGURE_THEMES.light)
  const marks = tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.marks)))
  expect(marks.length).toBe(2)
  for (const { text } of marks) expect(svg).toContain(`>${text}</text>`)
  expect(svg).toContain('>scan</text>')
  expect(svg).not.toContain('<script')
  expect(svg.match(/<svg/g)).toHaveLength(1)
})

test('a figure of a table has the numbers of all cells; as a heat map those of clear changes', () => {
  const few = gridFigure(gridOf(['1', '2', '3'], ['scan']), TEXT, FIGURE_THEMES.dark)
  for (const ratio of ['1.00', '1.07', '1.14']) expect(few).toContain(`>${ratio}</text>`)
  const versions = Array.from({ length: 14 }, (_, at) => String(at + 10))
  const many = gridFigure(gridOf(versions, [HOSTILE]), TEXT, FIGURE_THEMES.light)
  expect(many).toContain('>1.91</text>')
  expect(many).not.toContain('>1.00</text>')
  expect(many).not.toContain('<script')
})

test('tables that do not fit into a figure are named', () => {
  const grid = gridOf(
    ['1', '2'],
    Array.from({ length: 400 }, (_, at) => `test ${at}`),
  )
  expect(gridFigure(grid, TEXT, FIGURE_THEMES.light)).toContain('1 of 1 tables are not drawn')
})

test('a thumbnail draws each test of a pair as a dot, few versions as lines, and many as cells', () => {
  const pair = {
    ...DEFAULT_COMPARISON,
    filters: { product: ['P'], hardware: ['h'], version: ['17.6', '18.0'] },
    columns: ['version' as const],
    base: { kind: 'values' as const, values: { version: '17.6' } },
  }
  const drawn = (versions: readonly string[], comparison: Comparison) =>
    thumbnailFigure(thumbnailOf(gridOf(versions, ['scan', HOSTILE]), comparison), HOSTILE, FIGURE_THEMES.light)
  const dots = drawn(['17.6', '18.0'], pair)
  expect(dots.match(/<circle/g)).toHaveLength(2)
  const lines = drawn(['1', '2', '3'], DEFAULT_COMPARISON)
  expect(lines.match(/<circle/g)).toHaveLength(6)
  expect(lines).toContain('>1</text>')
  const cells = drawn(
    Array.from({ length: 14 }, (_, at) => String(at + 10)),
    DEFAULT_COMPARISON,
  )
  expect(cells.match(/<rect/g)).toHaveLength(1 + 2 * 14)
  for (const svg of [dots, lines, cells]) expect(svg).not.toContain('<script')
})

test('without results a thumbnail is an empty picture', () => {
  const svg = thumbnailFigure(null, 'nothing', FIGURE_THEMES.dark)
  expect(svg).toContain('aria-label="nothing"')
})
