import { readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect } from 'vitest'
import { parseQpsTable } from '../benchmarks/sysbench/parse/qps-table.ts'
import { formatProblem, type Parsed } from '../parse/problem.ts'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { formatRatio } from './format-cell.ts'
import type { Grid } from './grid.ts'
import type { Point, PointSet, TestInfo } from './point.ts'
import { renderText } from './render/render-text.ts'

const ARCHIVE = archiveUrl('')
const archiveText = (path: string): string => readFileSync(new URL(path, ARCHIVE), 'utf8')

const DELL = 'fixtures/sysbench-summary/oct25.sb.pg180.dell32'

const versions: Comparison = {
  ...DEFAULT_COMPARISON,
  columns: ['version', 'config'],
  repeats: 'each',
  asPublished: true,
}

const relativeTo = (version: string): Comparison => ({ ...versions, base: { kind: 'values', values: { version } } })

archiveTest.each([
  { table: 'sb-pg-12-to-18-relqps', base: '12.22', cells: 512 },
  { table: 'sb-pg-17.6-to-18.0-relqps', base: '17.6', cells: 192 },
])('$table: all $cells cells as published', ({ table, base, cells }) => {
  const published = readPublished(table)
  expect(published).toHaveLength(cells)
  // The tables contain integers, so exact ratios equal the published ones.
  for (const asPublished of [true, false]) {
    const ours = ratiosByKey(compare(dell32(), { ...relativeTo(base), asPublished }))
    for (const { key, value } of published) expect(`${key}: ${ours.get(key)}`).toBe(`${key}: ${value}`)
  }
})

archiveTest.each([
  { folder: `${DELL}/v1`, name: 'all' },
  { folder: `${DELL}/v2`, name: 'all' },
  { folder: `${DELL}/v1`, name: 'pg176' },
  { folder: 'fixtures/sysbench-raw/nov25.sb.mysql/dop1', name: 'all' },
  { folder: 'fixtures/sysbench-summary/apr26.sb.hetz', name: 'my.ma.pg.latest' },
  { folder: 'fixtures/sysbench-summary/apr26.pn53.sb.ma.latin', name: 'latest' },
  { folder: 'fixtures/sysbench-summary/oct25.sb.gcp.ma', name: 'all' },
])('$folder qps.rel.$name: the same text, line by line', ({ folder, name }) => {
  const absolute = readQps(`${folder}/qps.abs.${name}.tsv`)
  // The versions stand for the order of the columns of the file.
  const set = pointSet(
    absolute,
    '1',
    () => null,
    (server, column) => ({ version: String(column), config: server }),
  )
  const ourLabels = /^(Relative to:|col-\d+ :) \d+ /gm
  const text = (comparison: Comparison) => renderText(compare(set, comparison)).replaceAll(ourLabels, '$1 ')
  expect(text({ ...versions, repeats: 'median' })).toBe(archiveText(`${folder}/qps.rel.${name}.tsv`))
  expect(text({ ...versions, repeats: 'median', base: { kind: 'none' } })).toBe(
    archiveText(`${folder}/qps.abs.${name}.tsv`),
  )
})

archiveTest('the table of the post has a block for each group and omits the base column', () => {
  const grid = compare(dell32(), { ...relativeTo('12.22'), repeats: 'median', filters: { repeat: ['1'] } })
  const [legend, ...blocks] = renderText(grid).trimEnd().split('\n\n')
  expect(legend).toMatch(/^Relative to: 12\.22 x10a_c32r128\ncol-1 : 13\.22 x10a_c32r128\n/)
  // The post omits scan.warm.
  const shown = blocks.map((block) => block.replace(/.*scan\.warm.*\n?/, '').trimEnd())
  const published = archiveText(`${DELL}/all.tsv`)
    .split('\n\n')
    .filter((block) => block.includes(', first run'))
  expect(shown).toEqual(published.map((block) => block.replace(', first run', '').trimEnd()))
})

/** First and second run of the Postgres versions on the 32-core server. */
function dell32(): PointSet {
  const runs = ['1', '2'].map((repeat) => {
    return pointSet(readQps(`${DELL}/v${repeat}/qps.abs.all.tsv`), repeat, blogGroup, describePostgres)
  })
  return { points: runs.flatMap(({ points }) => points), tests: runs[0]?.tests ?? [], metrics: [] }
}

/** A table of QPS: the servers, and a row of integers per test. */
type QpsRows = { servers: string[]; rows: { name: string; qps: (number | null)[] }[] }

function readQps(path: string): QpsRows {
  const { columns, sections } = unwrapParsed(parseQpsTable(archiveText(path), path))
  const rows = sections.flatMap((section) => section.rows)
  return {
    servers: columns.map(({ label }) => label),
    rows: rows.map(({ test: name, cells }) => ({ name, qps: cells.map(({ value }) => value) })),
  }
}

function unwrapParsed<T>({ value, problems }: Parsed<T>): T {
  if (value === null || problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
  return value
}

function pointSet(
  { servers, rows }: QpsRows,
  repeat: string,
  groupOf: (name: string) => string | null,
  meaning: (server: string, column: number) => { version: string; config: string },
): PointSet {
  const tests = rows.map(({ name }, order): TestInfo => {
    return { name, group: groupOf(name), order, role: 'measured', primaryMetric: 'qps' }
  })
  const points = servers.flatMap((server, column) =>
    rows.map(
      ({ name, qps }): Point => ({
        runId: `${server} ${repeat}`,
        resultId: `${server} ${repeat} ${name}`,
        coordinates: { ...meaning(server, column), hardware: 'dell32', clients: '24', test: name, repeat },
        values: { qps: qps[column] ?? Number.NaN },
      }),
    ),
  )
  return { points, tests, metrics: [] }
}

/** `x.pg176_o2nofp.x10a_c32r128.pk1` is 17.6 with x10a_c32r128. */
function describePostgres(server: string): { version: string; config: string } {
  const [, major = '', minor = '', config = ''] = /^x\.pg(\d\d)(\d+)_o2nofp\.(\w+)\.pk1$/.exec(server) ?? []
  return { version: `${major}.${minor}`, config }
}

function blogGroup(name: string): string | null {
  if (/^(hot-points|point-query|points-|random-points)/.test(name)) return 'point queries'
  if (/^(range-|scan)/.test(name)) return 'range queries without aggregation'
  return name.startsWith('read-only') ? 'range queries with aggregation' : 'writes'
}

/** Cells by test, version, config and run; `x10b (io_method=sync)` is the config x10b_c32r128. */
function readPublished(name: string): { key: string; value: string }[] {
  const [header = '', ...lines] = archiveText(`published-tables/${name}.csv`).trim().split('\n')
  const names = splitCsv(header)
  return lines.map((line) => {
    const fields = splitCsv(line)
    const field = (column: string) => fields[names.indexOf(column)] ?? ''
    const config = `${field('config').slice(0, 4)}_c32r128`
    const key = [field('test'), field('version'), config, field('run') === 'first' ? '1' : '2'].join(' ')
    return { key, value: field('value') }
  })
}

function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function ratiosByKey(grid: Grid): Map<string, string> {
  const ratios = grid.tables.flatMap(({ columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ values, cells }) =>
        cells.map(
          (cell, i) => [[...values, ...(columns[i]?.values ?? [])].join(' '), formatRatio(cell.ratio)] as const,
        ),
      ),
    ),
  )
  return new Map(ratios)
}
