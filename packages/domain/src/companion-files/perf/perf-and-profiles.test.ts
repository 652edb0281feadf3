import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import type { ImportOverrides } from '../../import/overrides.ts'
import type { UploadDocument } from '../../run/upload-document.ts'

const read = (files: Record<string, string>, which: 'archive' | 'plain' = 'archive', overrides: ImportOverrides = {}) =>
  importFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { profile: which === 'archive' ? labArchive : labPlain, overrides },
  )

const SERVER = 'jan26.sb.pn53/x.pg180_o2nofp.x10a_c8r32.pk1'
const STEP = 'point-query.range100.pk1'

/** Output of sysbench for 500 queries/s with 8 threads. */
const OUTPUT = `sysbench 1.1.0 (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 8

SQL statistics:
    queries performed:
        read:                            5000
        write:                           0
        other:                           0
        total:                           5000
    transactions:                        5000   (500.00 per sec.)
    queries:                             5000   (500.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

Throughput:
    events/s (eps):                      500.0000
    time elapsed:                        10.0000s
    total number of events:              5000

Latency (ms):
         min:                                    0.10
         avg:                                    0.20
         max:                                    9.00
         95th percentile:                        0.30
         sum:                                 1000.00

Threads fairness:
    events (avg/stddev):           625.0000/1.00
    execution time (avg/stddev):   9.9975/0.00
`

const stat = (cycles: string, instructions: string) =>
  `# started on Tue Mar  4 18:43:31 2025\n\n\n Performance counter stats for process id '1':\n\n   ${cycles}      cycles\n   ${instructions}      instructions\n   <not supported>      bus-cycles\n\n      10.000000000 seconds time elapsed\n\n`

const FOLDED = 'postgres;main;exec 30\npostgres;main;read_[k] 10\n'

const metricOf = (document: UploadDocument | undefined, metric: string) =>
  document?.results[0]?.values[document.metricNames.indexOf(metric)]

test('counters of all samples of a step are per second and per operation of the output next to them', () => {
  const { documents, problems } = read({
    [`${SERVER}/sb.o.${STEP}.dop8`]: OUTPUT,
    [`${SERVER}/sb.perf.hw.${STEP}.1`]: stat('10,000,000', '5,000,000'),
    [`${SERVER}/sb.perf.hw.${STEP}.2`]: stat('30,000,000', '15,000,000'),
    [`${SERVER}/sb.perf.hw.${STEP}.1.raw`]: 'cycles\t10000000\ninstructions\t5000000\nipc\t0.50\n',
    [`${SERVER}/sb.perf.last.${STEP}`]: '2\n',
  })
  expect(problems).toEqual([])
  const [document] = documents
  expect(documents).toHaveLength(1)
  expect(metricOf(document, 'cycles/s')).toBe(2_000_000)
  expect(metricOf(document, 'cycles/o')).toBe(4_000)
  expect(metricOf(document, 'instructions/o')).toBe(2_000)
  expect(metricOf(document, 'ipc')).toBe(0.5)
  expect(document?.metricNames).not.toContain('bus-cycles/o')
  expect(document?.metrics).toBeUndefined()
})

test('without output of perf the ratios of its table are used', () => {
  const { documents } = read({
    [`${SERVER}/sb.o.${STEP}.dop8`]: OUTPUT,
    [`${SERVER}/sb.perf.hw.${STEP}.1.sorted`]: 'cycles\t10000000\ninstructions\t6100000\nipc\t0.61\n',
  })
  expect(metricOf(documents[0], 'ipc')).toBe(0.61)
  expect(documents[0]?.metricNames).not.toContain('cycles/o')
})

test('a profile is stored with its result, and the run keeps its file', () => {
  const { documents, sources, problems } = read({
    [`${SERVER}/sb.o.${STEP}.dop8`]: OUTPUT,
    [`${SERVER}/sb.pmp.${STEP}.all.hier`]: '      3 recv,read,main\n      1 exec,main\n',
    [`${SERVER}/sb.perf.rep.f.${STEP}.1.gz`]: `# Samples: 1K of event 'cycles'\n# Overhead  Command  Shared Object  Symbol\n# ........  .......  .............  ......\n    60.00%  a        a              [.] exec\n`,
  })
  expect(problems).toEqual([])
  expect(documents[0]?.profiles).toEqual([
    {
      attachment: `${SERVER}/sb.perf.rep.f.${STEP}.1`,
      kind: 'perf-report',
      event: 'cycles',
      unit: 'percent',
      total: 100,
      functions: 2,
      test: 'point-query_range=100',
      clients: 8,
    },
    {
      attachment: `${SERVER}/sb.pmp.${STEP}.all.hier`,
      kind: 'pmp',
      unit: 'samples',
      total: 4,
      functions: 4,
      test: 'point-query_range=100',
      clients: 8,
    },
  ])
  expect(metricOf(documents[0], 'profile_samples')).toBe(4)
  expect(sources.get(0)).toHaveLength(3)
})

test('plain file names: folded stacks and perf stat next to an output are recognized', () => {
  const { documents, problems } = read(
    {
      'postgresql-18.4/v1/oltp_point_select.t8.txt': OUTPUT,
      'postgresql-18.4/v1/oltp_point_select.t8.folded.txt': FOLDED,
      'postgresql-18.4/v1/oltp_point_select.t8.perf.txt': stat('10,000', '5,000'),
    },
    'plain',
  )
  expect(problems).toEqual([])
  expect(documents[0]?.profiles?.map(({ kind, total, test: name }) => [kind, total, name])).toEqual([
    ['folded-stacks', 40, 'oltp_point_select'],
  ])
  expect(metricOf(documents[0], 'cycles/o')).toBe(2)
})

test('a flame graph of db_bench is a separate result', () => {
  const svg = `<svg><g><title>all (10 samples, 100%)</title><rect x="10" y="36" width="80"/></g><g><title>a (10 samples, 100%)</title><rect x="10" y="20" width="80"/></g></svg>`
  const { documents, problems } = read(
    { 'oct25.dbb.ioeff/svg/benchmark_readrandom.t1.log.perf.g.cycles.all.svg': svg },
    'archive',
    { version: '10.6.2' },
  )
  expect(problems).toEqual([])
  expect(documents[0]).toMatchObject({
    product: 'RocksDB',
    benchmark: { name: 'db_bench' },
    hardware: { name: 'ser7' },
    results: [{ test: 'readrandom', clients: 1 }],
    profiles: [{ kind: 'flame-graph-svg', test: 'readrandom', clients: 1, unit: 'samples', total: 10, functions: 1 }],
  })
})

test('an empty file and a joined table are ignored with a reason', () => {
  const { ignored, problems } = read({
    [`${SERVER}/sb.o.${STEP}.dop8`]: OUTPUT,
    [`${SERVER}/sb.perf.rep.f.${STEP}.1`]: '',
    'jan26.sb.pn53/join1.abs.pgcmp.sb.perf.hw.delete.range100.pk1.1.sorted': 'cycles 1 2\ninstructions 3 4\nipc 5 6\n',
  })
  expect(problems).toEqual([])
  expect(ignored.map(({ reason }) => reason)).toEqual([
    'counters of several servers, and which they are is in no file',
    'is empty',
  ])
})

const FIXTURES = archivePath('fixtures/')

archiveTest('every counter file, report and stack file of the archive is assigned to its run', () => {
  const folders = ['perf-stat/feb25.pg.perf', 'perf-report/feb25.pg.flat', 'pmp/nov24.ma.48core.pmp']
  const files = folders.flatMap((folder) =>
    readdirSync(FIXTURES + folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /\/sb\./.test(name) ? [[`${folder}/${name}`, readFileSync(`${FIXTURES}${folder}/${name}`, 'utf8')] as const] : [],
    ),
  )
  const { documents, problems, ignored } = read(Object.fromEntries(files), 'archive', { clients: 40 })
  expect(problems).toEqual([])
  expect(new Set(ignored.map(({ reason }) => reason))).toEqual(new Set(['number of the last sample of perf']))
  expect(documents.map(({ version, results, profiles = [] }) => [version, results.length, profiles.length])).toEqual([
    ['10.23', 2, 2],
    ['11.0', 2, 2],
    ['11.10', 2, 2],
    ['10.23', 3, 0],
    ['11.0', 3, 0],
    ['11.10', 3, 0],
    ['10.4.34', 2, 2],
    ['11.4.4', 2, 2],
  ])
})
