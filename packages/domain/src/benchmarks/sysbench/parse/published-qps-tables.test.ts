import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { archiveTest, describeArchive } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import type { Parsed } from '../../../parse/problem.ts'
import type { TableCell } from '../../../parse/table-cell.ts'
import { recognizeTable } from '../../registry.ts'
import { parseQpsTable, type QpsTable } from './qps-table.ts'
import { parseResultLines } from './result-lines.ts'
import { parseSysbench2020Table } from './sysbench-2020-tables.ts'

const ARCHIVE = archivePath('fixtures/')

const read = (file: string) => readFileSync(ARCHIVE + file, 'utf8')
const filesOf = (pattern: RegExp) =>
  hasArchive
    ? readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' })
        .filter((f) => pattern.test(f))
        .sort()
    : []

const qpsFiles = filesOf(/^sysbench-.*\/(qps\.[^/]*|all\.tsv|pg176\.tsv)$/)
const withHeader = qpsFiles.filter((f) => !/\.csv$|readonly\.all$|\.sb\.met\.tsv$/.test(f))

describeArchive('published QPS tables', () => {
  test('all tables are recognized', () => {
    expect(qpsFiles.filter((f) => recognizeTable(f, read(f))?.kind !== 'qps-table')).toEqual([])
    expect(qpsFiles).toHaveLength(154)
  })

  test('tables with a header parse without a problem', () => {
    for (const f of withHeader) expect(parseQpsTable(read(f), f), f).toMatchObject({ problems: [] })
    expect(withHeader.map(tableOf).every((table) => table.sections.length > 0)).toBe(true)
  })

  test('tables with a column called 24 are refused, because no row names its test', () => {
    const broken = qpsFiles.filter((f) => f.endsWith('.sb.met.tsv'))
    expect(broken).toHaveLength(2)
    for (const f of broken) {
      const { value, problems } = parseQpsTable(read(f), f)
      expect(value).toBeNull()
      expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('no row names its test')])
    }
  })

  test('a .csv is refused alone and has the cells of the .tsv when read with its columns', () => {
    const csvFiles = qpsFiles.filter((f) => f.endsWith('.csv') && qpsFiles.includes(f.replace(/csv$/, 'tsv')))
    expect(csvFiles).toHaveLength(66)
    for (const f of csvFiles) {
      expect(parseQpsTable(read(f), f).value, f).toBeNull()
      const tsv = tableOf(f.replace(/csv$/, 'tsv'))
      const csv = usable(parseQpsTable(read(f), f, { columns: tsv.columns.map(({ label }) => label) }), f)
      expect(csv.kind, f).toBe(tsv.kind)
      expect(cellsByTest(csv), f).toEqual(cellsByTest(tsv))
    }
  })

  test('every ratio is QPS / QPS of the base, rounded to two decimals', () => {
    let checked = 0
    for (const relFile of withHeader.filter((f) => /\/qps\.rel\.[^/]*\.tsv$/.test(f))) {
      const absFile = relFile.replace('qps.rel.', 'qps.abs.')
      if (!withHeader.includes(absFile)) continue
      const [abs, rel] = [tableOf(absFile), tableOf(relFile)]
      const [base, ...others] = abs.columns.map(({ label }) => label)
      expect(rel.base?.label, relFile).toBe(base)
      expect(
        rel.columns.map(({ label }) => label),
        relFile,
      ).toEqual(others)
      const absolute = cellsByTest(abs)
      for (const [testName, ratios] of cellsByTest(rel)) {
        const [baseQps, ...qps] = (absolute.get(testName) ?? []).map(({ value }) => value)
        const expected = qps.map((value) => roundTo2(Number(value) / Number(baseQps)))
        expect(ratios.map(asPrinted), `${relFile} ${testName}`).toEqual(expected)
        checked += expected.length
      }
    }
    expect(checked).toBe(4040)
  })

  test('tables edited by hand have the ratios of the table that they were made from', () => {
    for (const f of [
      'sysbench-summary/apr26.sb.hetz/qps.rel.my.ma.pg.latest',
      'sysbench-summary/apr26.pn53.sb.ma.latin/qps.rel.latest',
    ]) {
      const [edited, original] = [tableOf(`${f}.tsv.edit`), tableOf(`${f}.tsv`)]
      expect(edited.sections).toHaveLength(4)
      expect(edited.columns.map(({ label }) => `x.${label}.pk1`)).toEqual(original.columns.map(({ label }) => label))
      const ratios = new Set([...cellsByTest(original).values()].map((cells) => JSON.stringify(cells)))
      for (const cells of cellsByTest(edited).values()) expect(ratios).toContain(JSON.stringify(cells))
    }
  })

  test('MariaDB and Postgres are columns of one table relative to MySQL', () => {
    const table = tableOf('sysbench-summary/apr26.sb.hetz/qps.rel.my.ma.pg.latest.tsv.edit')
    expect(table.base?.label).toBe('my8407_rel_o2nofp.z12a_c32r128')
    expect(table.columns.map(({ label }) => label)).toEqual([
      'ma110806_rel_withdbg.z12b_c32r128',
      'pg182_o2nofp.x10b_c32r128',
    ])
    expect(table.sections.map(({ group, rows }) => [group, rows.length])).toEqual([
      ['point queries', 9],
      ['range queries without aggregation', 5],
      ['range queries with aggregation', 8],
      ['writes', 10],
    ])
    expect(table.sections[0]?.rows[0]).toMatchObject({ test: 'hot-points', cells: [{ value: 1.47 }, { value: 4.82 }] })
  })

  test('the blog table lists the first run above the second', () => {
    const folder = 'sysbench-summary/oct25.sb.pg180.dell32'
    const runs = [tableOf(`${folder}/v1/qps.rel.all.tsv`), tableOf(`${folder}/v2/qps.rel.all.tsv`)].map(cellsByTest)
    const blog = tableOf(`${folder}/all.tsv`)
    expect(blog.base?.label).toBe('12.22')
    expect(blog.columns.map(({ label }) => label).slice(4)).toEqual([
      '17.6',
      '18.0 with the x10b config',
      '18.0 with the x10c config',
      '18.0 with the x10d config',
    ])
    let rows = 0
    for (const section of blog.sections) {
      for (const row of section.rows) {
        expect(runs[(section.repeat ?? 0) - 1]?.get(row.test), `${row.line}`).toEqual(row.cells)
        rows++
      }
    }
    expect(rows).toBe(64)
  })

  test('a server without a result is missing in both tables, and manual notes are kept', () => {
    const folder = 'sysbench-summary/nov25.maria.sb'
    const abs = tableOf(`${folder}/qps.abs.ma.all2.tsv.no1103`)
    const rel = tableOf(`${folder}/qps.rel.ma.all2.tsv.markup.no1103`)
    expect(abs.sections[0]?.rows.map(({ cells }) => cells[19])).toEqual(
      Array(4).fill({ value: null, missing: 'engine-name' }),
    )
    expect(rel.sections[0]?.rows.map(({ cells }) => cells[18])).toEqual(Array(4).fill({ value: null, missing: 'zero' }))
    expect(rel.sections[0]?.rows.map(({ note }) => note)).toEqual([
      '-> 10.5.29, col7',
      '-> 10.4.8/col4 & 10.5.29/col7',
      '-> 10.4.{8,34}, col4, col5',
      '-> ???',
    ])
  })

  test('the work_mem blocks are those of the tables per setting', () => {
    const folder = 'sysbench-summary/mar25.pg.workmem.c48'
    const of = (mb: string) => tableOf(`${folder}/qps.rel.wm${mb}.tsv`)
    const columns = of('1').columns.map(({ label }) => label)
    const all = usable(parseQpsTable(read(`${folder}/qps.readonly.all`), 'qps.readonly.all', { columns }), 'readonly')
    expect(all.kind).toBe('relative')
    expect(all.sections.map(({ param }) => param)).toEqual(
      ['1', '2', '4', '8', '16', '32'].map((mb) => ({ name: 'work_mem', value: `${mb} MB` })),
    )
    for (const { param, rows } of all.sections) {
      const original = cellsByTest(of(param?.value.split(' ')[0] ?? ''))
      expect(rows).toHaveLength(12)
      for (const row of rows) expect(row.cells).toEqual(original.get(row.test))
    }
  })
})

describeArchive('published tables of Dec 2020', () => {
  const folder = 'sysbench-summary/sysbench.dec2020/inmem.take4'

  test('every ratio is QPS / QPS of the first server, per client count', () => {
    let checked = 0
    for (const label of ['in', 'pg', 'rx', 'my.pg.new', 'my.pg.old']) {
      const abs = usable(parseSysbench2020Table(read(`${folder}/o.qps.abs.${label}`), label), label)
      const rel = usable(parseSysbench2020Table(read(`${folder}/o.qps.rel.${label}`), label), label)
      expect([abs.kind, rel.kind]).toEqual(['absolute', 'relative'])
      expect(rel.blocks.map(({ heading }) => heading)).toEqual(abs.blocks.map(({ heading }) => heading))
      for (const [b, block] of rel.blocks.entries()) {
        const [base, ...others] = abs.blocks[b]?.rows ?? []
        expect(block.rows.map(({ server }) => server)).toEqual(others.map(({ server }) => server))
        for (const [r, row] of block.rows.entries()) {
          const expected = others[r]?.cells.map(({ value }, c) =>
            roundTo2(Number(value) / Number(base?.cells[c]?.value)),
          )
          expect(
            row.cells.map(({ value }) => value),
            `${label} ${block.heading}`,
          ).toEqual(expected)
          checked += row.cells.length
        }
      }
    }
    expect(checked).toBe(875)
  })

  test('o.sum.rx.rel has the ratios of the second server and its last QPS', () => {
    const of = (kind: string) => {
      const name = `sysbench-scaleup/sysbench.dec2020/myrocks.inmem/o.sum.rx.${kind}`
      return usable(parseSysbench2020Table(read(name), name), name)
    }
    const [warm, ...abs] = of('abs').blocks
    expect(warm?.rows[0]).toMatchObject({ label: 'rocksdb point-query.warm range=100', cells: [{ value: 33095 }] })
    for (const [b, { heading, rows }] of of('rel').blocks.entries()) {
      const [base, other] = abs[b]?.rows.map(({ cells }) => cells.map(({ value }) => Number(value))) ?? []
      expect(abs[b]?.heading).toBe(heading)
      expect(rows[0]?.cells.map(({ value }) => value)).toEqual(other?.map((qps, c) => roundTo2(qps / (base?.[c] ?? 0))))
      expect(rows[0]?.lastQps).toBe(other?.at(-1))
    }
  })
})

archiveTest('every sb.r file has one value per test, and sb.r.qps the values of the tables', () => {
  const files = filesOf(/\/sb\.r\.[^/]*$/)
  for (const f of files) {
    const { value, problems } = parseResultLines(read(f), f)
    expect(problems, f).toEqual([])
    expect(
      value?.map(({ engine, cells }) => [engine, cells.length]),
      f,
    ).toEqual([['pgsql', 1]])
    const [row] = value ?? []
    expect(`sb.r.${basename(f).split('.')[2]}.${row?.test}.range${row?.range}.pk1`).toBe(basename(f))
    expect(dirname(f)).toContain('feb25.pg.flat')
  }
  expect(files).toHaveLength(450)
})

function tableOf(file: string): QpsTable {
  return usable(parseQpsTable(read(file), file), file)
}

function usable<T>({ value, problems }: Parsed<T>, what: string): T {
  expect(problems, what).toEqual([])
  if (value === null) throw new Error(`${what}: nothing was understood`)
  return value
}

function cellsByTest({ sections }: QpsTable): Map<string, readonly TableCell[]> {
  return new Map(sections.flatMap(({ rows }) => rows.map((row) => [row.test, row.cells])))
}

/** Ratios below 0.005 are printed 0.00 and read as missing. */
const asPrinted = ({ value, missing }: TableCell) => (missing === 'zero' ? 0 : value)

/** Rounds like printf("%.2f"): exact ties, such as 1.125, go to the even digit. */
function roundTo2(ratio: number): number {
  const eighths = ratio * 8
  return Number.isInteger(eighths) && eighths % 2 !== 0 ? (Math.round(ratio * 50) * 2) / 100 : Number(ratio.toFixed(2))
}
