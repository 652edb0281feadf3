import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { type ImportFile, importFiles } from '../import/import-files.ts'
import type { ImportOverrides } from '../import/overrides.ts'
import type { UploadDocument } from '../run/upload-document.ts'

const RAW = fileURLToPath(new URL('../../../../demo/raw/', import.meta.url))
const ARCHIVE = archivePath('fixtures/')

function folder(root: string, name: string): ImportFile[] {
  const names = readdirSync(root + name, { recursive: true, encoding: 'utf8' })
  return names
    .filter((file) => statSync(`${root}${name}/${file}`).isFile())
    .map((file) => ({ path: `${name}/${file}`, text: readFileSync(`${root}${name}/${file}`, 'utf8') }))
}

function importAs(profileName: 'archive' | 'plain', files: ImportFile[], overrides: ImportOverrides = {}) {
  return importFiles(files, { profile: profileName === 'archive' ? labArchive : labPlain, overrides })
}

function metricOf(document: UploadDocument | undefined, test: string, clients: number, metric: string) {
  const result = document?.results.find((one) => one.test === test && one.clients === clients)
  return result?.values[document?.metricNames.indexOf(metric) ?? -1]
}

test('a folder of pgbench is one run, with statements, scripts, errors and samples', () => {
  const { documents, problems, ignored } = importAs('archive', folder(RAW, 'nov26.pgbench.vm2'))
  expect([problems, ignored]).toEqual([[], []])
  const [run, ...others] = documents
  expect(others).toEqual([])
  expect(run).toMatchObject({ product: 'PostgreSQL', version: '15.18', clientVersion: 'pgbench 15.18' })
  expect(new Set(run?.tests?.map(({ name }) => name))).toEqual(
    new Set([
      'tpcb-like',
      'simple-update',
      'select-only',
      'hot-row.sql',
      'tpcb-like@1+select-only@9',
      'tpcb-like in tpcb-like@1+select-only@9',
      'select-only in tpcb-like@1+select-only@9',
    ]),
  )
  const sampled = run?.results.filter(({ samples }) => samples !== undefined)
  expect(sampled?.every(({ samples }) => samples?.[0]?.intervalSeconds === 1)).toBe(true)
  const insert = run?.metricNames.find((name) => name.includes('INSERT INTO pgbench_history'))
  expect(insert).toMatch(/^latency_ms_avg:6 INSERT INTO pgbench_history/)
  expect(metricOf(run, 'tpcb-like', 1, insert ?? '')).toBeGreaterThan(0)
})

test('consecutive reports of the same test in a file are repeats', () => {
  const text = readFileSync(
    `${RAW}nov26.pgbench.vm2/x.pg1518_def.x10a_c2r24.pk1/pgbench.select-only.c4.progress`,
    'utf8',
  )
  const other = text.replaceAll('number of clients: 4', 'number of clients: 8')
  const broken = text.slice(0, text.indexOf('tps ='))
  const cut = importAs('plain', [{ path: 'all.log', text: text + other + text + broken }], { version: '15.18' })
  expect([cut.documents, cut.refusedFiles]).toEqual([[], ['all.log']])
  expect(cut.problems).toMatchObject([{ file: 'all.log', line: expect.any(Number), refusesRun: true }])
  expect(cut.problems[0]?.message).toContain('no `tps = N` line')
  const { documents, problems } = importAs('plain', [{ path: 'all.log', text: text + other + text }], {
    version: '15.18',
  })
  expect(documents.map(({ repeat, results }) => [repeat, results.map(({ clients }) => clients)])).toEqual([
    [1, [4, 8]],
    [2, [4]],
  ])
  expect(problems).toEqual([])
  const again = importAs('plain', [{ path: 'run3/all.log', text: text + text }], { version: '15.18' })
  expect(again.documents.map(({ repeat }) => repeat)).toEqual([3])
  expect(again.problems.map(({ message }) => message)).toEqual([
    'select-only with 4 clients is repeated, although a name states its repeat number; the first is used',
  ])
})

test('facts that neither the output nor a name states are questions; pgbench prints the version of its server', () => {
  const [file] = folder(RAW, 'nov26.pgbench.vm2')
  const { documents, questions } = importAs('plain', [{ path: 'out.txt', text: file?.text ?? '' }])
  expect([documents, questions]).toMatchObject([[{ product: 'PostgreSQL', version: '15.18' }], []])
  const without = (file?.text ?? '').replace(/^pgbench \(.*\n/m, '')
  expect(importAs('plain', [{ path: 'out.txt', text: without }])).toMatchObject({
    documents: [],
    questions: [{ field: 'version', answers: ['version=NAME'] }],
  })
})

test('repetitions of Google Benchmark are repeats; aggregates alone give the median', () => {
  const [aggregates, plain, repetitions] = folder(RAW, 'nov26.gbench.vm2')
  const stated = { product: 'sort', version: '1.0' }
  const three = importAs('plain', repetitions === undefined ? [] : [repetitions], stated)
  expect(three.documents.map(({ repeat }) => repeat)).toEqual([1, 2, 3])
  const median = importAs('plain', aggregates === undefined ? [] : [aggregates], stated).documents[0]
  expect(median?.results[0]).toMatchObject({ test: 'BM_Sort/256', params: { aggregate: 'median' } })
  const one = importAs('plain', plain === undefined ? [] : [plain], stated).documents[0]
  expect(one?.results.filter(({ test: name }) => name === 'BM_Copy/65536').map(({ clients }) => clients)).toEqual([
    1, 2,
  ])
})

const YCSB = [
  'Command line: -t -db site.ycsb.db.MongoDbClient -P workloads/workloadb -threads 8',
  '[OVERALL], Throughput(ops/sec), 1250.5',
  '[READ], 99thPercentileLatency(us), 1500',
  '[READ], Return=OK, 90',
  '[READ], Return=ERROR, 3',
  '',
].join('\n')

test('a YCSB test is named after its workload and has response times by operation', () => {
  const { documents, problems } = importAs('plain', [{ path: 'mongodb/out.log', text: YCSB }], {
    product: 'MongoDB',
    version: '7.0.1',
  })
  expect(problems).toEqual([])
  expect(metricOf(documents[0], 'workloadb', 8, 'ops/s')).toBe(1250.5)
  expect(metricOf(documents[0], 'workloadb', 8, 'latency_ms_p99:READ')).toBe(1.5)
  expect(metricOf(documents[0], 'workloadb', 8, 'ignored_errors')).toBe(3)
  expect(documents[0]?.metrics?.find(({ name }) => name === 'latency_ms_p99:READ')).toMatchObject({
    unit: 'ms',
    better: 'lower',
  })
})

test('a load and its runs in one log of YCSB are tests of one run', () => {
  const load = YCSB.replace('-t -db', '-load -db').replace('1250.5', '900')
  const { documents, problems } = importAs('plain', [{ path: 'mongodb-7.0/out.log', text: load + YCSB }])
  expect(problems).toEqual([])
  expect(documents.map(({ results }) => results.map(({ test: name }) => name))).toEqual([['load', 'workloadb']])
})

archiveTest('Linkbench: files of all steps of a server are combined into one run', () => {
  const { documents, problems, ignored } = importAs('archive', folder(ARCHIVE, 'linkbench-report'))
  expect([problems, ignored]).toEqual([[], []])
  expect(documents.map(({ product, version, config }) => `${product} ${version} ${config.name}`)).toEqual([
    'PostgreSQL 12.0 c8b40s1',
    'PostgreSQL 12.3 c8b40s1',
    'MySQL 5.7.31 c14b40s1',
    'MySQL 8.0.18 c14b40s1',
    'MySQL 8.0.20 c14b40s1',
    'MySQL 8.0.21 c14b40s1',
    'MyRocks 5.6 c7b40s1',
    'MyRocks 5.6 c8b40s1',
  ])
  const mysql = documents.find(({ version }) => version === '8.0.21')
  expect(metricOf(mysql, 'L1.P8', 8, 'qps')).toBe(3645)
  expect(metricOf(mysql, 'L1.P8', 8, 'latency_ms_p99:update_node')).toBe(15)
  expect(metricOf(mysql, 'L1.P8', 8, 'latency_ms_max:get_links_list')).toBe(315.1)
  expect(metricOf(mysql, 'L6.P16', 16, 'qps')).toBe(6580)
  expect(metricOf(mysql, 'l.pre', 1, 'inserts/s')).toBe(208648)
  expect(metricOf(mysql, 'l.post', 1, 'indexed_rows/s')).toBe(99111)
})

test('a Linkbench page states its workload, and files in its folder belong to the same runs', () => {
  const page =
    '<title>Linkbench with maxid1=10m</title><table><tr><th>dbms</th><th>L1.P8</th></tr><tr><td>pg120.a</td><td>500</td></tr></table>'
  const files = [
    { path: 'report/all.html', text: page },
    { path: 'report/L1.P8.rt.node', text: 'gn9\tgnx\tgnm\tcnf\n0.4\t9\t0.1\tpg120.a\n' },
  ]
  const { documents, problems } = importAs('archive', files)
  expect([problems, documents.length, documents[0]?.workload.name]).toEqual([[], 1, 'maxid1=10m'])
  expect(metricOf(documents[0], 'L1.P8', 8, 'latency_ms_p99:get_node')).toBe(0.4)
})

archiveTest('HammerDB: results with different numbers of users are one run, and ratios are ignored', () => {
  const { documents, problems, ignored } = importAs('archive', folder(ARCHIVE, 'hammerdb/jan26.tprocc.pn53.pg'))
  expect([problems, documents.length, ignored.length]).toEqual([[], 14, 4])
  const large = documents.find(({ version, workload }) => version === '17.7' && workload.name === '4000 warehouses')
  expect(metricOf(large, 'TPROC-C', 6, 'NOPM')).toBe(40024)
  expect(large?.hardware.name).toBe('pn53')
})

archiveTest('a HammerDB log names its database; the version must be stated', () => {
  const files = folder(ARCHIVE, 'hammerdb/siddhsql.hammerdb')
  const { documents } = importAs('plain', files, { version: '8.0' })
  expect(documents.map(({ product, workload }) => [product, workload.name])).toEqual([
    ['MySQL', expect.any(String)],
    ['PostgreSQL', '400 warehouses'],
  ])
  expect(metricOf(documents[1], 'TPROC-C', 10, 'TPM')).toBe(6190)
})
