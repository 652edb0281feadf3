import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Grid } from '@assay/domain/compare/grid'
import type { PointSet } from '@assay/domain/compare/point'
import { offerStudies } from '@assay/domain/compare/studies'
import { readArchive } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { countRatios, ratioProblems } from '@assay/testing/compare/ratio-problems'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './demo-comparisons.ts'
import { everyDemoResult, readDemoSet } from './every-demo-result.ts'

// Every comparison of the demo, with the results of all of its data sets loaded together. Reports and shares of the demo
// show saved comparisons.

const everything = everyDemoResult()

const queryOf = (slug: string) => DEMO_SAVED_COMPARISONS.find((saved) => saved.slug === slug)?.query ?? ''
const saved = DEMO_SAVED_COMPARISONS.map(({ slug, query }) => ({ name: slug, ...fromQuery(query) }))
const studies = offerStudies(observed(everything)).map(({ name, comparison }) => ({
  name: `study ${name}`,
  comparison,
}))

test.each([...saved, ...studies])('$name: a ratio is the value divided by the base of its table', ({ comparison }) => {
  const grid = compare(everything, { ...comparison, verdicts: 'off' })
  expect(ratioProblems(grid, comparison)).toEqual([])
  if (comparison.base.kind !== 'none' && !comparison.metrics.includes('relative_qps')) {
    expect(grid.counts.cells).toBeGreaterThan(0)
  }
})

test('the comparisons of the demo have thousands of ratios', () => {
  const all = saved.map(({ comparison }) => countRatios(compare(everything, { ...comparison, verdicts: 'off' })))
  expect(all.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2000)
})

const AT_40_CLIENTS = 'mysql-mariadb-postgres-at-40-clients'

/** Figures of the post, by test: MariaDB 11.8.6 and Postgres 18.2 relative to MySQL 8.4.7. */
const PUBLISHED: Readonly<Record<string, readonly [mariadb: string, postgres: string]>> = {
  'point-query_range=100': ['1.12', '1.41'],
  'points-covered-pk_range=100': ['0.44', '1.36'],
}

// A base that names only the product means the one version that the filters leave.
test.each([queryOf(AT_40_CLIENTS), queryOf(AT_40_CLIENTS).replace(',version:8.4.7', '')])(
  'three products at 40 clients are divided by MySQL 8.4.7 of the same data set: %s',
  (query) => {
    const { comparison } = fromQuery(query)
    const grid = compare(everything, { ...comparison, verdicts: 'off' })
    const alone = pointsOfDocuments(readDemoSet('apr26.sb.hetz')).points.filter(
      ({ coordinates: { hardware, clients } }) => hardware === 'hetz' && clients === '40',
    )
    const qpsOf = (version: string | undefined, name: string | undefined) =>
      alone.find(({ coordinates }) => coordinates.version === version && coordinates.test === name)?.values.qps
    const ratios = ratiosOf(grid)
    expect(ratios).toHaveLength(99)
    for (const {
      row: [name = ''],
      column: [, version],
      ratio,
    } of ratios) {
      expect(ratio, `${name} ${version}`).toBe((qpsOf(version, name) ?? 0) / (qpsOf('8.4.7', name) ?? 0))
    }
    for (const [name, published] of Object.entries(PUBLISHED)) {
      const shown = ratios.filter(({ row, column }) => row[0] === name && column[0] !== 'MySQL')
      expect(shown.map(({ ratio }) => formatRatio(ratio))).toEqual(published)
    }
  },
)

/** Saved comparisons whose ratios are in a table of the archive, with its server names and ours. */
const TABLES = [
  {
    slug: AT_40_CLIENTS,
    file: 'fixtures/sysbench-summary/apr26.sb.hetz/qps.rel.my.ma.pg.latest.tsv',
    columnOf: (server: string) => (server.startsWith('x.ma') ? '11.8.6' : '18.2'),
    ratios: 66,
  },
  {
    slug: 'postgres-18-on-32-cores',
    file: 'fixtures/sysbench-summary/oct25.sb.pg180.dell32/v1/qps.rel.all.tsv',
    columnOf: (server: string) => server.replace(/^x\.pg(\d\d)(\d+)_[^.]*\.(\w+)\.pk1$/, '$1.$2 $3'),
    ratios: 264,
  },
  {
    slug: 'mysql-5-6-to-9-5-on-pn53',
    file: 'fixtures/sysbench-raw/nov25.sb.mysql/dop1/qps.rel.all.tsv',
    columnOf: (server: string) => server.replace(/^x\.my(\d)(\d)(\d+)_.*$/, (_, a, b, c) => `${a}.${b}.${Number(c)}`),
    ratios: 231,
  },
]

archiveTest.each(TABLES)('$slug: the published table comes out of all data sets together', (table) => {
  // The tables are of first runs; the comparisons may use the median of two.
  const { comparison } = fromQuery(`${queryOf(table.slug).replace(/&repeat=1/, '')}&repeat=1`)
  const published = publishedRatios(readArchive(table.file), table.columnOf)
  const grid = compare(everything, { ...comparison, asPublished: true, verdicts: 'off' })
  const ours = new Map(
    ratiosOf(grid).flatMap(({ row, column, ratio }) =>
      // The archive may use a shorter name for a column.
      [column.join(' '), column[0], column[1]].map((name) => [`${row[0]} ${name}`, formatRatio(ratio)]),
    ),
  )
  for (const { key, ratio } of published) expect(`${key} ${ours.get(key)}`).toBe(`${key} ${ratio}`)
  expect(published).toHaveLength(table.ratios)
})

/** Parses the ratios of a table of relative QPS: the legend names the servers, the label of a row is the test. */
function publishedRatios(text: string, columnOf: (server: string) => string): { key: string; ratio: string }[] {
  const columns = [...text.matchAll(/^col-\d+ : (\S+)/gm)].map(([, server = '']) => columnOf(server))
  return [...text.matchAll(/^((?:[\d.]+\t)+)(\S+)$/gm)].flatMap(([, numbers = '', name = '']) =>
    numbers
      .trim()
      .split('\t')
      .map((ratio, i) => ({ key: `${name} ${columns[i]}`, ratio })),
  )
}

test('no comparison of the demo has an ambiguous base', () => {
  for (const { name, comparison } of saved) {
    const { warnings } = compare(everything, { ...comparison, verdicts: 'off' })
    expect(
      warnings.filter(({ code }) => code === 'ambiguous-base' || code === 'base-differs'),
      name,
    ).toEqual([])
  }
})

function ratiosOf({ tables }: Grid) {
  return tables.flatMap(({ columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ values: row, cells }) =>
        cells.map(({ ratio }, i) => ({ row, column: columns[i]?.values ?? [], ratio })),
      ),
    ),
  )
}

function observed({ points }: PointSet): Parameters<typeof offerStudies>[0] {
  const counts = new Map<DimensionName, Map<string, number>>()
  for (const { coordinates } of points) {
    for (const [name, value] of Object.entries(coordinates) as [DimensionName, string][]) {
      const values = counts.get(name) ?? new Map<string, number>()
      counts.set(name, values.set(value, (values.get(value) ?? 0) + 1))
    }
  }
  return [...counts].map(([name, values]) => ({
    name,
    values: [...values].map(([value, count]) => ({ value, count })),
  }))
}
