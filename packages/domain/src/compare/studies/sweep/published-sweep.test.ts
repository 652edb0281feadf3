import { readDemoDocuments, readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import { formatRatio } from '../../format-cell.ts'

test('ratios of each version to the oldest at work_mem from 1 to 32 MB are as printed in the file', () => {
  const documents = readDemoDocuments('mar25.pg.workmem.c48')
  expect(new Set(documents.map(({ config }) => config.name))).toEqual(new Set(['x10a_c32r128']))
  const grid = compare(pointsOfDocuments(documents), {
    ...DEFAULT_COMPARISON,
    columns: ['version'],
    tables: ['param:work_mem_mb'],
    base: { kind: 'values', values: { version: '10.23' } },
    asPublished: true,
  })
  expect(grid.tables.map(({ key }) => key.values[0])).toEqual(['1', '2', '4', '8', '16', '32'])
  const ours = new Map(
    grid.tables.flatMap(({ key, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.map((row) => [
          `${key.values[0]} ${row.values[0]}`,
          row.cells.filter(({ isBase }) => !isBase).map(({ ratio }) => (ratio === null ? '' : formatRatio(ratio))),
        ]),
      ),
    ),
  )
  const printed = readFigures('mar25.pg.workmem.c48-qps.readonly.all')
  expect(printed).toHaveLength(72)
  for (const { workmem, test: name, second, third } of printed)
    expect([workmem, name, ours.get(`${workmem} ${name}`)]).toEqual([workmem, name, [second, third]])
})

test('a sweep of work_mem for one version is divided by the smallest value', () => {
  const documents = readDemoDocuments('mar25.pg.workmem.c48')
  const grid = compare(pointsOfDocuments(documents), {
    ...DEFAULT_COMPARISON,
    filters: { version: ['17.4'] },
    columns: ['param:work_mem_mb'],
    base: { kind: 'first-column' },
  })
  expect(grid.tables[0]?.columns.map(({ label }) => label)).toHaveLength(6)
  expect(grid.tables[0]?.groups.flatMap(({ rows }) => rows).every(({ cells }) => cells[0]?.ratio === 1)).toBe(true)
})
