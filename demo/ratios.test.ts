import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Grid } from '@assay/domain/compare/grid'
import type { PointSet } from '@assay/domain/compare/point'
import { offerStudies } from '@assay/domain/compare/studies'
import { countRatios, ratioProblems } from '@assay/domain/compare/testing/ratio-problems'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { pointsOfDocuments } from '@assay/domain/studies/testing/points-of-documents'
import { readArchive } from '@assay/domain/testing/archive'
import { archiveTest } from '@assay/domain/testing/archive-test'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './saved-comparisons.ts'

// Every comparison of the demo, with the results of all of its data sets loaded together. Reports and shares of the demo
// show saved comparisons.

const directory = fileURLToPath(new URL('documents/', import.meta.url))
const readSet = (name: string) =>
  UploadDocument.array().parse(JSON.parse(gunzipSync(readFileSync(directory + name)).toString('utf8')))
const names = readdirSync(directory).filter((name) => name.endsWith('.json.gz'))
const everything = pointsOfDocuments(names.flatMap(readSet))

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

// A base that names the product alone means the one version that the filters leave.
test.each([queryOf(AT_40_CLIENTS), queryOf(AT_40_CLIENTS).replace(',version:8.4.7', '')])(
  'three products at 40 clients are divided by MySQL 8.4.7 of the same data set: %s',
  (query) => {
    const { comparison } = fromQuery(query)
    const grid = compare(everything, { ...comparison, verdicts: 'off' })
    const alone = pointsOfDocuments(readSet('apr26.sb.hetz.json.gz')).points.filter(
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

archiveTest('the published table at 40 clients comes out of all data sets together, digit by digit', () => {
  const { comparison } = fromQuery(queryOf(AT_40_CLIENTS))
  const published = publishedRatios(readArchive('fixtures/sysbench-summary/apr26.sb.hetz/qps.rel.my.ma.pg.latest.tsv'))
  const ours = new Map(
    ratiosOf(compare(everything, { ...comparison, verdicts: 'off' })).map(({ row, column, ratio }) => [
      `${row[0]} ${column[0]}`,
      formatRatio(ratio),
    ]),
  )
  expect(published.length).toBe(66)
  for (const { key, ratio } of published) expect(`${key} ${ours.get(key)}`).toBe(`${key} ${ratio}`)
})

/** The rows of a table of relative QPS: the legend names the servers, the label of a row is the test. */
function publishedRatios(text: string): { key: string; ratio: string }[] {
  const servers = [...text.matchAll(/^col-\d+ : (\S+)/gm)].map(([, name = '']) => productOf(name))
  return [...text.matchAll(/^((?:[\d.]+\t)+)(\S+)$/gm)].flatMap(([, numbers = '', name = '']) =>
    numbers
      .trim()
      .split('\t')
      .map((ratio, i) => ({ key: `${name} ${servers[i]}`, ratio })),
  )
}

const productOf = (server: string) =>
  server.startsWith('x.ma') ? 'MariaDB' : server.startsWith('x.pg') ? 'PostgreSQL' : 'MySQL'

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
