import { readDemoDocuments, readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import type { UploadDocument } from '../run/upload-document.ts'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { formatRatio } from './format-cell.ts'
import type { Cell } from './grid.ts'

// Reproduces published tables to the printed digit from the documents of the demo project.

/** Cells by the values of their table, row and column, in this order. */
function cellsOf(documents: readonly UploadDocument[], comparison: Partial<Comparison>): Map<string, Cell> {
  const { tables } = compare(pointsOfDocuments(documents), { ...DEFAULT_COMPARISON, asPublished: true, ...comparison })
  return new Map(
    tables.flatMap(({ key, columns, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.flatMap((row) =>
          row.cells.map((cell, at): [string, Cell] => [
            [...key.values, ...row.values, ...(columns[at]?.values ?? [])].join(' '),
            cell,
          ]),
        ),
      ),
    ),
  )
}

const ratioOf = (cell: Cell | undefined): string => (cell?.ratio == null ? 'none' : formatRatio(cell.ratio))

test.each([
  { table: 'sb-pg-12-to-18-relqps', base: '12.22', count: 512 },
  { table: 'sb-pg-17.6-to-18.0-relqps', base: '17.6', count: 192 },
])('Postgres, $table: all $count ratios of two runs', ({ table, base, count }) => {
  const cells = cellsOf(readDemoDocuments('oct25.sb.pg180.dell32'), {
    columns: ['version', 'config'],
    tables: ['repeat'],
    base: { kind: 'values', values: { version: base } },
  })
  const printed = readFigures(table)
  expect(printed).toHaveLength(count)
  for (const { test: name = '', version, config = '', run, value } of printed) {
    // The post omits a range of 100.
    const range = name.includes('_range=') ? '' : '_range=100'
    const key = `${run === 'first' ? 1 : 2} ${name}${range} ${version} ${config.slice(0, 4)}_c32r128`
    expect(`${key}: ${ratioOf(cells.get(key))}`).toBe(`${key}: ${value}`)
  }
})

/** Versions by the server names in tables of QPS. */
const SERVERS: Readonly<Record<string, string>> = {
  my5651: '5.6.51',
  my5744: '5.7.44',
  my8043: '8.0.43',
  my8044: '8.0.44',
  my8406: '8.4.6',
  my8407: '8.4.7',
  my9400: '9.4.0',
  my9500: '9.5.0',
  ma110806: '11.8.6',
  pg182: '18.2',
}

test.each([
  { set: 'nov25.sb.mysql', table: 'all', base: '5.6.51', counts: [264, 231] },
  { set: 'apr26.sb.hetz', table: 'my.ma.pg.latest', base: '8.4.7', counts: [99, 66] },
])('$set: every QPS and every ratio', ({ set, table, base, counts }) => {
  const cells = cellsOf(
    readDemoDocuments(set).filter(({ repeat }) => repeat === undefined || repeat === 1),
    { columns: ['version'], base: { kind: 'values', values: { version: base } } },
  )
  const keyOf = ({ test: name, server = '' }: Readonly<Record<string, string>>) =>
    `${name} ${SERVERS[server.split(/[._]/)[1] ?? '']}`
  const absolute = readFigures(`${set}-qps.abs.${table}`)
  const relative = readFigures(`${set}-qps.rel.${table}`)
  expect([absolute.length, relative.length]).toEqual(counts)
  for (const row of absolute)
    expect([keyOf(row), cells.get(keyOf(row))?.value?.toFixed(0)]).toEqual([keyOf(row), row.value])
  for (const row of relative) expect([keyOf(row), ratioOf(cells.get(keyOf(row)))]).toEqual([keyOf(row), row.value])
})

test('RocksDB on Arm: each compiler relative to its first version, three workloads', () => {
  const printed = readFigures('dec25.dbb.gcp.8core.arm-csum')
  expect(printed).toHaveLength(730)
  const cells = new Map(
    ['gcc', 'clang', 'clang+LTO'].flatMap((compiler) => [
      ...cellsOf(readDemoDocuments('dec25.dbb.gcp.8core.arm'), {
        columns: ['version'],
        tables: ['workload', 'compiler'],
        filters: { compiler: [compiler] },
        base: { kind: 'values', values: { version: printed.find((row) => row.compiler === compiler)?.version ?? '' } },
      }),
    ]),
  )
  for (const { workload, compiler, test: name = '', version, value } of printed) {
    const key = `${workload} ${compiler} ${name.replace(/\.t\d+/, '')} ${version}`
    expect([key, ratioOf(cells.get(key))]).toEqual([key, value])
  }
})

test('scale-up from 1 to 48 clients: the ratio of each metric per operation', () => {
  const printed = readFigures('sep25.hetz.sb.scaleup-o.met')
  let checked = 0
  for (const metric of ['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o']) {
    const cells = cellsOf(readDemoDocuments('sep25.hetz.sb.scaleup'), {
      columns: ['clients'],
      tables: ['product'],
      metrics: [metric],
      base: { kind: 'values', values: { clients: '1' } },
    })
    for (const { server = '', step = '', [metric]: value = '' } of printed) {
      const [, name = '', range] = /^sb\.met\.(.+)\.range(\d+)\./.exec(step) ?? []
      // Steps that warm up the cache are not published.
      if (/\.(?:pre|warm|warmpre)$/.test(name)) continue
      const key = `${server.startsWith('pg') ? 'PostgreSQL' : 'MariaDB'} ${name}_range=${range} 48`
      expect([key, metric, printedRatio(cells.get(key), name.startsWith('scan'))]).toEqual([key, metric, value])
      checked += 1
    }
  }
  expect(checked).toBe(5 * 64)
})

/** The ratio as printed: `1` if both values are equal and `inf` if the base is 0. Scans count rows per client. */
function printedRatio(cell: Cell | undefined, isPerClient: boolean): string {
  const { value, baseValue } = cell ?? {}
  if (cell === undefined || value == null || baseValue == null) return 'none'
  if (value === baseValue) return '1'
  if (baseValue === 0) return 'inf'
  return isPerClient ? formatRatio(value / baseValue) : ratioOf(cell)
}
