import { describeArchive } from '@assay/testing/archive/archive-test'
import { archiveText, filesOf, importSet, valuesOf } from '@assay/testing/import/archive-sets'
import { labArchive } from '@assay/testing/import/lab-profiles'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMetricsTable } from '../benchmarks/sysbench/parse/metrics-table.ts'
import { parseQpsTable } from '../benchmarks/sysbench/parse/qps-table.ts'
import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import { importFiles } from './import-files.ts'

const nameOf = ({ product, version, config, repeat }: UploadDocument) =>
  `${product} ${version} ${config.name} ${repeat}`

describeArchive('the archive', () => {
  test('oct25.sb.pg180.dell32: tables alone give nine servers with two repeats each', () => {
    const { documents, problems, ignored } = importSet('sysbench-summary/oct25.sb.pg180.dell32')
    const servers = [
      '12.22 x10a',
      '13.22 x10a',
      '14.19 x10a',
      '15.14 x10a',
      '16.10 x10a',
      '17.6 x10a',
      '18.0 x10b',
      '18.0 x10c',
      '18.0 x10d',
    ]
    const names = (repeat: number) => servers.map((server) => `PostgreSQL ${server}_c32r128 ${repeat}`)
    expect(documents.map(nameOf)).toEqual([...names(1), ...names(2)])
    for (const document of documents) {
      expect(document).toMatchObject({
        build: { name: 'o2nofp', flags: '-O2 -fno-omit-frame-pointer' },
        hardware: { name: 'dell32', cores: 32, memoryGb: 128 },
        benchmark: { name: 'sysbench' },
        workload: { name: 'cached, 8 tables, 10M rows/table', params: { tables: 8, rows_per_table: 10_000_000 } },
      })
      const measured = new Set(document.tests?.filter(({ role }) => role === 'measured').map(({ name }) => name))
      expect(measured.size).toBe(33)
      expect(
        new Set(document.results.filter((result) => measured.has(result.test)).map(({ clients }) => clients)),
      ).toEqual(new Set([24]))
    }
    expect(documents[7]?.config).toEqual({ name: 'x10c_c32r128', settings: { io_method: 'worker' } })
    // Only the two tables that were generated wrongly are problems.
    expect(problems.map(({ file }) => file.replace(/.*\//, ''))).toEqual(['qps.abs.sb.met.tsv', 'qps.rel.sb.met.tsv'])
    expect(ignored).toHaveLength(14)
  })

  test.each([
    { table: 'sb-pg-12-to-18-relqps', base: 0, cells: 512 },
    { table: 'sb-pg-17.6-to-18.0-relqps', base: 5, cells: 192 },
  ])('$table: every published ratio equals the ratio of the imported QPS', ({ table, base, cells }) => {
    const { documents } = importSet('sysbench-summary/oct25.sb.pg180.dell32')
    const runs = documents.map((document) => ({ document, qps: valuesOf(document, 'qps') }))
    const published = readCsv(archiveText(`published-tables/${table}.csv`))
    expect(published).toHaveLength(cells)
    for (const row of published) {
      const repeat = row.run === 'first' ? 1 : 2
      const config = row.config?.slice(0, 4)
      const run = runs.find(
        ({ document: d }) => d.version === row.version && d.config.name.startsWith(`${config}_`) && d.repeat === repeat,
      )
      const baseRun = runs[base + (repeat - 1) * 9]
      const name = row.test?.includes('_range=') ? row.test : `${row.test}_range=100`
      const ratio = (run?.qps.get(name) ?? Number.NaN) / (baseRun?.qps.get(name) ?? Number.NaN)
      expect(`${name} ${roundHalfEven(ratio, 2).toFixed(2)}`).toBe(`${name} ${row.value}`)
    }
  })

  test('nov25.sb.mysql: raw output gives nine runs of 38 steps with the figures of its tables', () => {
    const { documents, problems } = importSet('sysbench-raw/nov25.sb.mysql', /sb\.(o|met)\.|qps|o\.met/)
    expect(problems).toEqual([])
    expect(documents.map(nameOf)).toEqual(
      ['5.6.51 1', '5.7.44 1', '8.0.43 1', '8.0.44 1', '8.4.6 1', '8.4.6 2', '8.4.7 1', '9.4.0 1', '9.5.0 1'].map(
        (one) => one.replace(/(.*) (.*)/, 'MySQL $1 z12a_c8r32 $2'),
      ),
    )
    for (const { results, tests, hardware, workload, clientVersion } of documents) {
      const load = new Set(tests?.filter(({ role }) => role === 'load').map(({ name }) => name))
      expect(results.filter((result) => !load.has(result.test))).toHaveLength(38)
      expect({ hardware: hardware.name, workload: workload.name, clientVersion }).toEqual({
        hardware: 'pn53',
        workload: '1 table, 50M rows/table',
        clientVersion: 'sysbench 1.1.0-3ceba0b',
      })
    }
    const set = 'fixtures/sysbench-raw/nov25.sb.mysql/dop1'
    const compared = [
      ...qpsOfTable(`${set}/qps.abs.all.tsv`, documents),
      ...metricsOfTable(`${set}/o.met.all`, documents),
    ]
    expect(compared).toHaveLength(33 * 8 + 38 * 8 * 5)
    expect(compared.filter(({ ours, theirs }) => ours !== theirs)).toEqual([])
  })

  test('feb25.pg.flat: QPS from raw output and metrics from raw vmstat and iostat equal the published ones', () => {
    const some =
      /\/(conf\.diff|sb\.o\.pgvac|sb\.(prepare\.)?\w+(\.\w+)?\.(point-query|scan|delete|read-only|range-covered-pk)\.)/
    const files = filesOf('sysbench-full/feb25.pg.flat', some)
    const { documents, problems } = importFiles(files, { profile: labArchive })
    const bare = importFiles(
      files.filter(({ path }) => !path.includes('sb.met.')),
      { profile: labArchive },
    )
    expect(problems).toEqual([])
    expect(documents.map(nameOf)).toEqual(
      ['10.23', '11.0', '11.10'].map((version) => `PostgreSQL ${version} x10a_c32r128 1`),
    )
    expect(documents[0]).toMatchObject({
      hardware: { name: 'hetz', cores: 48 },
      workload: { name: '8 tables, 10M rows/table' },
      config: { settings: { shared_buffers: '96GB', wal_sync_method: 'fdatasync' } },
    })
    let count = 0
    for (const [index, document] of documents.entries()) {
      const computed = bare.documents[index]
      for (const metric of document.metricNames.filter((name) => name.startsWith(AS_PUBLISHED_PREFIX))) {
        const published = valuesOf(document, metric)
        const ours = computed === undefined ? new Map() : valuesOf(computed, metric)
        for (const [name, value] of published) {
          count++
          expect(`${metric} ${name} ${ours.get(name)}`).toBe(`${metric} ${name} ${value}`)
        }
        // The archive counts repeated headers as zeros, so correct means are slightly above its figures.
        if (metric !== `${AS_PUBLISHED_PREFIX}cpu/o`) continue
        for (const [name, value] of valuesOf(document, 'cpu/o')) {
          const ratio = value / (published.get(name) ?? Number.NaN)
          expect(ratio).toBeGreaterThan(1.02)
          expect(ratio).toBeLessThan(1.06)
        }
      }
    }
    expect(count).toBeGreaterThan(200)
  })

  test('settings that differ between versions are left out of their common config', () => {
    const { documents } = importSet('sysbench-full/feb25.pg.flat', /conf\.diff|sb\.o\.delete/)
    const settings = documents.map(({ config }) => config.settings)
    expect(settings[0]).toEqual(settings[1])
    expect(settings[0]).not.toHaveProperty('jit')
  })

  test('apr26.sb.hetz: three products, with clients from the metrics table of the same folder', () => {
    const { documents, problems } = importSet('sysbench-summary/apr26.sb.hetz')
    expect(problems).toEqual([])
    expect(documents.map(nameOf)).toEqual([
      'MySQL 8.4.7 z12a_c32r128 1',
      'MariaDB 11.8.6 z12b_c32r128 1',
      'PostgreSQL 18.2 x10b_c32r128 1',
    ])
    expect(documents[2]?.results.find(({ test }) => test === 'scan_range=100')).toMatchObject({ clients: 40 })
    const set = 'fixtures/sysbench-summary/apr26.sb.hetz'
    const compared = [
      ...qpsOfTable(`${set}/qps.abs.my.ma.pg.latest.tsv`, documents),
      ...metricsOfTable(`${set}/o.met.my.ma.pg.latest`, documents),
    ]
    expect(compared.filter(({ ours, theirs }) => ours !== theirs)).toEqual([])
  })

  test('scale-up sets give one run per server and number of clients', () => {
    const { documents, problems } = importSet('sysbench-scaleup/mar25.sb.in.c48')
    expect(problems).toEqual([])
    expect(documents).toHaveLength(42)
    const clients = documents.map(({ results }) => results.find(({ test }) => test === 'delete_range=100')?.clients)
    expect(new Set(clients)).toEqual(new Set([1, 4, 6, 8, 10, 20, 40]))
  })

  test('the columns of the 2020 tables are clients, and their figures agree with the raw files', () => {
    const { documents, problems } = importSet('sysbench-scaleup/sysbench.dec2020')
    expect(problems).toEqual([])
    expect(documents.map(nameOf)).toEqual(['Meta MySQL 5.6 x6a 1', 'Meta MySQL 8.0 x6a 1'])
    expect(
      documents[0]?.results.filter(({ test }) => test === 'delete_range=100').map(({ clients }) => clients),
    ).toEqual([1, 2, 3, 4])
  })

  test('an altered figure in a table is a problem that names the table and the raw file', () => {
    const files = filesOf('sysbench-raw/nov25.sb.mysql/dop1', /sb\.o\.(delete|insert)|qps\.abs\.all\.tsv/).map(
      ({ path, text: content }) => ({
        path,
        text: path.endsWith('.tsv') ? content.replace('\t7968\tdelete', '\t7986\tdelete') : content,
      }),
    )
    const { problems } = importFiles(files, { profile: labArchive })
    const [wrong] = problems.filter(({ message }) => message.includes('delete_range=100'))
    expect(wrong?.file).toBe('dop1/qps.abs.all.tsv')
    expect(wrong?.line).toBeGreaterThan(1)
    expect(wrong?.message).toMatch(/is 7986 here, but 7968\.\d+ in dop1\/x\.my9500.*\/sb\.o\.delete/)
  })

  test('mutated files of the archive never make the import throw, in any order', () => {
    const sets = [
      'sysbench-summary/oct25.sb.gcp.ma',
      'dbbench-summary/aug23.c2.db_bench.nt10_to_nt50',
      'sysbench-scaleup/sep25.hetz.sb.scaleup',
    ]
    const files = [
      ...sets.flatMap((set) => filesOf(set)),
      ...filesOf('sysbench-full/feb25.pg.flat', /x\.pg110_.*\.(delete|point-query\.pre)\.|conf\.diff/),
    ]
    const edit = fc.record({
      file: fc.nat(files.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(200),
      put: fc.string({ maxLength: 10 }),
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), fc.boolean(), (edits, turned) => {
        const mutated = files.map((file) => ({ ...file }))
        for (const { file, at, cut, put } of edits) {
          const one = mutated[file]
          if (one === undefined) continue
          const from = Math.floor(at * one.text.length)
          one.text = one.text.slice(0, from) + put + one.text.slice(from + cut)
        }
        const result = importFiles(turned ? mutated.toReversed() : mutated, { profile: labArchive })
        expect(result.understood.length + result.ignored.length).toBeGreaterThan(0)
      }),
      { numRuns: 15 },
    )
  })
})

type Compared = { what: string; ours: number | undefined; theirs: number }

/** The figures of a QPS table next to ours, rounded as the table rounds them. */
function qpsOfTable(path: string, documents: readonly UploadDocument[]): Compared[] {
  const table = parseQpsTable(archiveText(path), path).value
  return (table?.columns ?? []).flatMap(({ label }, column) => {
    const ours = valuesOf(findServer(documents, label), 'qps')
    return (table?.sections ?? []).flatMap(({ rows }) =>
      rows.flatMap(({ test, cells }) => {
        const theirs = cells[column]?.value
        return theirs == null
          ? []
          : [{ what: `${test} ${label}`, ours: roundHalfEven(ours.get(test) ?? Number.NaN), theirs }]
      }),
    )
  })
}

function metricsOfTable(path: string, documents: readonly UploadDocument[]): Compared[] {
  return (parseMetricsTable(archiveText(path), path).value?.blocks ?? []).flatMap(({ step, metricNames, absolute }) => {
    const [, test = 'prepare', range] = /^sb\.met\.(.+)\.range(\d+)\.pk/.exec(step) ?? []
    return absolute.flatMap(({ server, cells }) =>
      metricNames.flatMap((metric, i) => {
        const theirs = cells[i]?.value
        if (theirs == null || metric === 'o/s') return []
        const ours = valuesOf(findServer(documents, server), AS_PUBLISHED_PREFIX + metric)
        const name = range === undefined ? test : `${test}_range=${range}`
        return [{ what: `${metric} ${name} ${server}`, ours: ours.get(name), theirs }]
      }),
    )
  })
}

function findServer(documents: readonly UploadDocument[], label: string): UploadDocument {
  const found = documents.find(({ source }) => source?.name.endsWith(`/${label}`))
  if (found === undefined) throw new Error(`no run of ${label}`)
  return found
}

function readCsv(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .trim()
    .split('\n')
    .map((line) => [...line.matchAll(/("([^"]*)"|[^,]*)(?:,|$)/g)].map(([, plain, quoted]) => quoted ?? plain ?? ''))
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}
