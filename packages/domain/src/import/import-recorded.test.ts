import { vmstatText } from '@assay/testing/import/companion-output'
import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { fixtureText } from '@assay/testing/import/recorded-output'
import { SYSBENCH_REPORT } from '@assay/testing/import/sysbench-report-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runContent } from '../run/run-identity.ts'
import { type ExecRecord, parseExecRecord } from './exec-record.ts'
import { importFiles } from './import-files.ts'
import type { ImportOverrides } from './overrides.ts'

const archive = labArchive
const plain = labPlain

const record: ExecRecord = {
  assayExec: 1,
  profile: 'plain',
  test: 'oltp_point_select',
  testGiven: false,
  clients: 2,
  command: 'sysbench oltp_point_select --tables=4 --table-size=10000 --threads=2 --pgsql-password=*** run',
  outcome: 'finished',
  exitCode: 0,
  startedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:16.000Z',
  files: { output: 'oltp_point_select.t2.txt', vmstat: 'oltp_point_select.t2.vmstat.txt' },
  sampleSeconds: 1,
  cpus: 4,
  facts: {
    product: 'PostgreSQL',
    version: '18.4',
    build: { compiler: 'gcc', compilerVersion: '12.2.0' },
    config: { name: 'tuned', settings: { shared_buffers: '1GB' } },
    hardware: { name: 'box', cores: 2 },
    testbed: { kernel: '6.1.0', governor: 'performance' },
  },
}

// Two samples while clients connect, then ten of the test.
const SECONDS = Array.from({ length: 12 }, (_, i) => ({ us: i < 2 ? 90 : 30, sy: 10, cs: 1_000 }))

function folder(path: string, changes: Partial<ExecRecord> = {}) {
  return [
    { path: `${path}oltp_point_select.t2.exec.json`, text: JSON.stringify({ ...record, ...changes }) },
    { path: `${path}oltp_point_select.t2.txt`, text: SYSBENCH_REPORT },
    { path: `${path}oltp_point_select.t2.vmstat.txt`, text: vmstatText(SECONDS) },
  ]
}

const read = (files: { path: string; text: string }[], overrides: ImportOverrides = {}, profile = archive) =>
  importFiles(files, { profile, overrides })

test('a recorded folder is one run with all facts of its record', () => {
  const { documents, problems, sources } = read(folder('results/one/'))
  expect(problems).toEqual([])
  expect(documents).toHaveLength(1)
  expect(documents[0]).toMatchObject({
    ...record.facts,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt,
    clientVersion: 'sysbench 1.0.20',
    workload: { name: '4 tables, 10k rows/table', params: { tables: 4, rows_per_table: 10_000 } },
    tests: [{ name: 'oltp_point_select', primaryMetric: 'qps' }],
    source: { name: 'results/one' },
    results: [{ test: 'oltp_point_select', clients: 2, command: record.command }],
  })
  expect(sources.get(0)).toHaveLength(3)
  const values = documents[0]?.metricNames.map((name, i) => [name, documents[0]?.results[0]?.values[i]])
  // The samples before the test are left out of the means.
  expect(Object.fromEntries(values ?? [])).toMatchObject({ qps: 500, 'cpu/s': 40, 'cs/o': 2, 'cpu_us/o': 3_200 })
})

test('a recorded run does not depend on its folder, on other files or on the profile', () => {
  const [here] = read(folder('results/one/')).documents
  const elsewhere = [
    ...folder('x.pg176_o2nofp.x10a_c32r128.pk1/dop40/'),
    { path: 'mysql-8.4.7/run2/oltp_insert.t1.txt', text: SYSBENCH_REPORT },
  ]
  for (const profile of [archive, plain]) {
    const there = read(elsewhere, {}, profile).documents.find(({ version }) => version === '18.4')
    expect(there && runContent(there)).toBe(here && runContent(here))
  }
  expect(read(folder('')).documents.map(runContent)).toEqual([here && runContent(here)])
})

test('the steps of a folder are one run; a step that states another version is a problem and is left out', () => {
  const second = folder('r/', { test: 'oltp_read_only', files: { output: 'oltp_read_only.t2.txt' } }).slice(0, 2)
  const files = [
    ...folder('r/'),
    ...second.map(({ path, text }) => ({ path: path.replace('point_select', 'read_only'), text })),
  ]
  expect(read(files).documents[0]?.results.map((result) => result.test)).toEqual([
    'oltp_point_select',
    'oltp_read_only',
  ])
  const other = files.map((file) =>
    file.path.endsWith('read_only.t2.exec.json') ? { ...file, text: file.text.replace('18.4', '18.5') } : file,
  )
  const { documents, problems } = read(other)
  expect(documents[0]?.results).toHaveLength(1)
  expect(problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining('its version is "18.5", there "18.4"') }),
  ])
})

test.each<[ExecRecord['outcome'], Partial<ExecRecord>, RegExp]>([
  ['interrupted', {}, /was interrupted/],
  ['running', {}, /killed together with assay/],
])('a step that %s is uploaded only with a flag, and is stored as failed', (outcome, changes, words) => {
  const files = folder('r/', { outcome, ...changes })
  const { documents, problems, understood } = read(files)
  expect(documents).toEqual([])
  expect(problems[0]?.message).toMatch(words)
  expect(problems[0]?.message).toContain('--incomplete')
  expect(understood.map(({ kind }) => kind)).toEqual(['exec-record'])
  const [taken] = read(files, { incomplete: true }).documents
  expect(taken?.notes).toMatch(words)
  expect(taken?.results).toMatchObject([{ status: 'failed', statusReason: expect.stringMatching(words) }])
})

test.each<[string, Partial<ExecRecord>, RegExp]>([
  ['an exit code', { exitCode: 3 }, /ended with exit code 3/],
  ['a signal', { signal: 'SIGSEGV' }, /killed by SIGSEGV/],
])('a benchmark that ended with %s is stored as failed without figures', (_, changes, words) => {
  const { documents, problems } = read(folder('r/', { outcome: 'failed', ...changes }))
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    {
      results: [
        { test: 'oltp_point_select', clients: 2, status: 'failed', statusReason: expect.stringMatching(words) },
      ],
    },
  ])
  expect(documents[0]?.results[0]?.values.every((value) => value === null)).toBe(true)
})

test('facts of the record have the record as their origin, and a flag overrides them', () => {
  const [origins] = [
    ...importFiles(folder('r/'), { profile: archive, overrides: { version: '18.5' } }).origins.values(),
  ]
  expect(origins).toMatchObject({
    product: { source: 'companion', from: expect.stringMatching(/^r\/.*\.exec\.json$/) },
    hardware: { source: 'companion' },
    version: { source: 'flag', from: '--set version' },
    workload: { source: 'output', from: 'r/oltp_point_select.t2.txt' },
  })
})

test.each([
  ['hammerdbcli auto run.tcl', 'TPROC-C'],
  ['bin/ycsb.sh run jdbc', 'YCSB'],
  ['./own-benchmark', 'own-benchmark'],
])('a record of %s that failed without a report is a failed result of %s', (command, benchmark) => {
  const files = folder('r/', { outcome: 'failed', exitCode: 1, command }).map((file) =>
    file.text === SYSBENCH_REPORT ? { ...file, text: 'connection failed\n' } : file,
  )
  expect(read(files).documents).toMatchObject([{ benchmark: { name: benchmark }, results: [{ status: 'failed' }] }])
})

test('a benchmark that failed before it printed a report is stored as failed with the facts of its record', () => {
  const files = folder('r/', { outcome: 'failed', exitCode: 1, command: 'pgbench -c 2 bench' }).map((file) =>
    file.text === SYSBENCH_REPORT ? { ...file, text: 'pgbench: error: connection failed\n' } : file,
  )
  const { documents, problems } = read(files)
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    {
      benchmark: { name: 'pgbench' },
      results: [{ clients: 2, status: 'failed', statusReason: 'ended with exit code 1' }],
    },
  ])
})

test('a folder whose record is invalid gives only a problem with the location of the error', () => {
  const [broken, ...rest] = folder('r/')
  const files = [{ path: broken?.path ?? '', text: (broken?.text ?? '').replace('"finished"', '"done"') }, ...rest]
  const { documents, problems } = read(files)
  expect(documents).toEqual([])
  expect(problems).toEqual([{ file: 'r/oltp_point_select.t2.exec.json', message: expect.stringContaining('/outcome') }])
})

test('the vmstat file of an unrecognized output is ignored with a reason', () => {
  const files = folder('r/').map((file) => (file.text === SYSBENCH_REPORT ? { ...file, text: 'done in 3 s\n' } : file))
  const { documents, problems, ignored } = read(files)
  expect([documents, problems]).toEqual([[], []])
  expect(ignored).toEqual([
    { path: 'r/oltp_point_select.t2.txt', reason: 'not benchmark output that is known here' },
    { path: 'r/oltp_point_select.t2.vmstat.txt', reason: expect.stringContaining('holds no result') },
  ])
})

test('a record cannot refer to files outside its folder', () => {
  for (const output of ['../secret', '/etc/passwd', 'a/b', '', '.hidden', 'x{test}']) {
    const { value } = parseExecRecord(JSON.stringify({ ...record, files: { output } }), 'f')
    expect(value).toBeNull()
  }
})

test('flags override the record', () => {
  const [document] = read(folder('r/'), { version: '18.5', hardware: 'other' }).documents
  expect(document).toMatchObject({ version: '18.5', hardware: { name: 'other' }, product: 'PostgreSQL' })
})

test('no record makes the import throw', () => {
  const text = JSON.stringify(record)
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(30), fc.string({ maxLength: 5 }), (at, length, put) => {
      const [first, ...rest] = folder('r/')
      read([{ path: first?.path ?? '', text: text.slice(0, at) + put + text.slice(at + length) }, ...rest])
    }),
    { numRuns: 200 },
  )
})

test.each([3, 4, 8])(
  'with a limit of 3 CPUs a benchmark that counts %i is not a contradiction, and both numbers are recorded',
  (counted) => {
    const limited: Partial<ExecRecord> = { cpus: 8, facts: { ...record.facts, testbed: { cpuLimit: 3, smt: true } } }
    const [json, output, ...others] = folder('results/one/', limited)
    const counting = { path: output?.path ?? '', text: `${counted} CPUs\n${output?.text}` }
    const { documents, contradictions } = read([json, counting, ...others].filter((file) => file !== undefined))
    expect(contradictions).toEqual([])
    expect(documents[0]?.testbed).toMatchObject({ cpus: 8, cpuLimit: 3, smt: true })
  },
)

test('a CPU count that differs from the record and that no limit explains stops the import', () => {
  for (const [cpus, cpuLimit, counted] of [
    [8, undefined, 4],
    [8, 3, 16],
    [8, 3, 2],
  ] as const) {
    const testbed = cpuLimit === undefined ? {} : { cpuLimit }
    const [json, output, ...others] = folder('results/one/', { cpus, facts: { ...record.facts, testbed } })
    const counting = { path: output?.path ?? '', text: `${counted} CPUs\n${output?.text}` }
    const { documents, contradictions } = read([json, counting, ...others].filter((file) => file !== undefined))
    expect([documents.length, contradictions.length]).toEqual([0, 1])
  }
})

test('counters of a mix of scripts belong to its whole test, which has the name that the user gave', () => {
  const mix = {
    ...record,
    ...{ test: 'mix', testGiven: true, command: 'pgbench -f a.sql', files: { output: 'mix.t2.txt' } },
  }
  const { documents, ignored, questions } = read([
    { path: 'r/mix.t2.exec.json', text: JSON.stringify(mix) },
    { path: 'r/mix.t2.txt', text: fixtureText('pgbench-15/two.builtins') },
    { path: 'r/mix.t2.perf-stat.txt', text: fixtureText('perf-6.1/stat') },
    { path: 'r/mix.t2.wait_events.csv', text: 'wait_event_type,wait_event,sessions\nLock,tuple,0.5\n' },
  ])
  expect([ignored, questions]).toEqual([[], []])
  const rows = documents.flatMap(({ metricNames, results }) =>
    results.map(({ test: name, values }) => [
      name,
      metricNames.filter((metric, at) => /^(?:context-switches|wait_ms)\/o/.test(metric) && values[at] !== null),
    ]),
  )
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(['mix', 'select-only in mix', 'simple-update in mix']))
  expect(rows[0]?.[1]).toEqual(expect.arrayContaining(['context-switches/o', 'wait_ms/o:Lock:tuple']))
  expect([rows[1]?.[1], rows[2]?.[1]]).toEqual([[], []])
})

test('samplers of db_bench, whose results are complete at the end of the import, belong to its result', () => {
  const bench = {
    ...record,
    ...{ test: 'overwrite', clients: 2, cpus: 2, command: 'db_bench --benchmarks=overwrite' },
    files: { output: 'overwrite.t2.txt', vmstat: 'overwrite.t2.vmstat.txt' },
    facts: { ...record.facts, product: 'RocksDB', version: '7.8.3' },
  }
  const { documents, ignored, problems } = read([
    { path: 'r/overwrite.t2.exec.json', text: JSON.stringify(bench) },
    { path: 'r/overwrite.t2.txt', text: fixtureText('db_bench-7.8.3/overwrite.interval') },
    { path: 'r/overwrite.t2.vmstat.txt', text: vmstatText(SECONDS) },
  ])
  expect([ignored, problems]).toEqual([[], []])
  expect(documents).toHaveLength(1)
  expect(documents[0]?.metricNames).toEqual(expect.arrayContaining(['ops/s', 'cpu/o', 'cs/o']))
})

test('plans of a recorded folder are attached by their path', () => {
  const { documents } = read([
    ...folder('results/one/'),
    { path: 'results/one/oltp_point_select.t2.plans.json', text: fixtureText('postgres-18/generic.txt') },
  ])
  expect(documents[0]?.profiles?.map(({ attachment }) => attachment)).toEqual([
    'results/one/oltp_point_select.t2.plans.json',
  ])
})
