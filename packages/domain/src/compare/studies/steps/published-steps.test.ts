import { readDemoDocuments, readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { describe, expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Cell, Grid } from '../../grid.ts'
import { stepsComparisons } from './steps.ts'

/** Versions by the server names in the reports. */
const VERSIONS: Readonly<Record<string, string>> = {
  my5651: '5.6.51',
  my5744: '5.7.44',
  my8036: '8.0.36',
  pg162: '16.2',
  fbmy8028: '8.0.28',
}
const versionOf = (server: string): string => VERSIONS[server.split(/[_.]/)[0] ?? ''] ?? ''

/** Ids of the reports that color the worst and the best value of a column. */
const BANDS: Readonly<Record<string, string>> = { cmin: 'worse', cmax: 'better' }

const documents = readDemoDocuments('mar24.ib.bee')

describe.each(['inno', 'some'])('report 24_03_17.1u.1tno.io.bee.%s', (report) => {
  const figures = readFigures('mar24.ib.bee-report').filter((row) => row.report === report)
  /** Cells of a printed table by `version step`. */
  const printed = (table: string) =>
    figures
      .filter((row) => row.table === table)
      .map(({ server = '', step, value = '', target = '', mark = '' }) => ({
        key: `${versionOf(server)} ${step}`,
        value,
        target,
        mark,
      }))
  const versions = new Set(figures.map(({ server = '' }) => versionOf(server)))
  const set = pointsOfDocuments(documents.filter(({ version }) => versions.has(version)))
  const [first = ''] = versions
  const requested = stepsComparisons({
    ...DEFAULT_COMPARISON,
    rows: ['version'],
    columns: ['test'],
    base: { kind: 'values', values: { version: first } },
  })

  /** Cells of the grid by the same keys. */
  function cellsOf({ tables }: Grid): Map<string, Cell> {
    const cells = tables.flatMap(({ columns, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.flatMap(({ label, cells: own }) =>
          own.map((cell, at) => [`${label} ${columns[at]?.values.at(-1)}`, cell] as const),
        ),
      ),
    )
    return new Map(cells)
  }

  test('absolute throughput and its colors are as published', () => {
    const cells = cellsOf(compare(set, requested.throughput))
    const published = printed('tput')
    expect(published).toHaveLength(30)
    const different: string[] = []
    for (const { key, value, mark } of published) {
      const cell = cells.get(key)
      expect([key, String(cell?.value)]).toEqual([key, value])
      const band = BANDS[mark] ?? 'neutral'
      if (cell?.band !== band) different.push(`${key} ${cell?.band}, there ${band}`)
    }
    // Postgres missed its target in that step. The report colors it nevertheless; the grid excludes it, so another
    // value is the worst of the column.
    const missed = ['16.2 qp1000 none, there worse', '8.0.36 qp1000 worse, there neutral']
    expect(different).toEqual(report === 'some' ? missed : [])
  })

  test('relative throughput is as published to the printed digit', () => {
    const cells = cellsOf(compare(set, requested.relative))
    const published = printed('tputr')
    expect(published).toHaveLength(30)
    for (const { key, value } of published)
      expect(`${key} ${formatRatio(cells.get(key)?.ratio ?? null)}`).toBe(`${key} ${value}`)
  })

  test('background rates, their targets and misses are as published', () => {
    const cells = cellsOf(compare(set, requested.background))
    const published = printed('iput')
    expect(published).toHaveLength(18)
    for (const { key, value, target, mark } of published) {
      const cell = cells.get(key)
      const band = mark === 'cmin' ? 'worse' : 'neutral'
      expect([key, String(cell?.value), String(cell?.baseValue), cell?.band]).toEqual([key, value, target, band])
    }
  })
})
