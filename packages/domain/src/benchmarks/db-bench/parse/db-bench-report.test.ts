import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDbBenchReport } from './db-bench-report.ts'
import { REPORT_COLUMNS, splitTest } from './db-bench-row.ts'

const example = readFileSync(new URL('../fixtures/tables/report.tsv', import.meta.url), 'utf8')
const good: Readonly<Record<string, string>> = {
  ...Object.fromEntries(REPORT_COLUMNS.map((name) => [name, '1'])),
  lsm_sz: '16GB',
  blob_sz: '0GB',
  test: 'readrandom.t8',
  date: '2025-05-6T01:44:24',
  version: '10.2.1',
  job_id: '',
}
const rowOf = (changes: Record<string, string>) => {
  const cells = { ...good, ...changes }
  return REPORT_COLUMNS.map((name) => cells[name]).join('\t')
}
const readOne = (changes: Record<string, string>) => {
  const { value, problems } = parseDbBenchReport(rowOf(changes), 'report.tsv')
  return { row: value?.[0], messages: problems.map(({ message }) => message) }
}

test('columns are identified by the header, and comment lines above it are skipped', () => {
  const { value, problems } = parseDbBenchReport(example, 'report.tsv')
  expect(problems).toEqual([])
  expect(value?.map(({ test: name, threads, startedAt }) => [name, threads, startedAt])).toEqual([
    ['fillseq.wal_disabled.v400', null, '2025-05-06T01:44:24Z'],
    ['readwhilewriting.t8', 8, '2025-05-06T02:04:05Z'],
    ['overwriteandwait.t8.s0', 8, '2025-05-06T03:44:24Z'],
  ])
  expect(value?.[0]).toMatchObject({
    line: 3,
    version: { text: '10.2.1', numbers: [10, 2, 1] },
    githash: '0123456789',
    jobId: null,
    failed: false,
    values: { 'ops/s': 1000000, 'MB/s': 549.5, lsm_sz: 16, blob_sz: 0, c_wsecs: 29, 'p99.99': 1135, 'stall%': 37.8 },
    missing: { Nstall: 'empty', rss: 'not-available' },
  })
})

test('columns may be in any order, and githash may be absent', () => {
  const text = 'ops_sec\tversion\tdate\ttest\tlsm_sz\n5\t8.0.0\t2023-11-1T14:18:57\treadrandom.t2\t40GB\n'
  expect(parseDbBenchReport(text, 'f')).toMatchObject({
    problems: [],
    value: [{ values: { 'ops/s': 5, lsm_sz: 40 }, githash: null, startedAt: '2023-11-01T14:18:57Z' }],
  })
})

describe('sizes in a row', () => {
  test.each([
    ['16GB', 16],
    ['900MB', 900 / 1024],
    ['1.2TB', 1.2 * 1024],
    ['512KB', 0.5 / 1024],
    ['0.0GB,', 0],
    ['0', 0],
  ])('%s is %d GB', (text, gb) => {
    expect(readOne({ lsm_sz: text }).row?.values.lsm_sz).toBe(gb)
  })

  test('a size without unit is a problem', () => {
    const { row, messages } = readOne({ lsm_sz: '16' })
    expect(row?.missing).toEqual({ lsm_sz: 'not-understood' })
    expect(messages).toEqual(['lsm_sz holds `16`, expected a number'])
  })
})

describe('the shift of columns from 10.3 on', () => {
  const shifted = { c_wsecs: '561', c_csecs: '29', b_rgb: '9034', b_wgb: '0' }

  test('10.2 keeps all four', () => {
    expect(readOne({ ...shifted, version: '10.2.9' }).row?.values).toMatchObject({
      c_wsecs: 561,
      c_csecs: 29,
      b_rgb: 9034,
    })
  })

  test.each(['10.3.0', '10.10.1', '11.0.0'])('%s drops c_wsecs, c_csecs and b_rgb', (version) => {
    const { row, messages } = readOne({ ...shifted, version })
    expect(messages).toEqual([])
    expect(row?.missing).toEqual({ c_wsecs: 'column-shift', c_csecs: 'column-shift', b_rgb: 'column-shift' })
    expect(row?.values.b_wgb).toBe(0)
  })

  test('b_wgb other than 0 is dropped too', () => {
    expect(readOne({ ...shifted, b_wgb: '7', version: '10.3.0' }).row?.missing.b_wgb).toBe('column-shift')
  })
})

describe('missing and refused values', () => {
  test('a failed row keeps its test and has no value', () => {
    const { row, messages } = readOne({ ops_sec: 'failed' })
    expect(messages).toEqual([])
    expect(row).toMatchObject({ failed: true, test: 'readrandom.t8', values: {} })
    expect(new Set(Object.values(row?.missing ?? {}))).toEqual(new Set(['failed']))
  })

  test('a failed row without its other cells is a problem', () => {
    expect(parseDbBenchReport('failed\treadrandom.t8\n', 'f').problems[0]?.message).toContain('a failed step')
  })

  test('a result of 0 ops/s is missing', () => {
    expect(readOne({ ops_sec: '0' }).row?.missing).toEqual({ 'ops/s': 'zero' })
  })

  test.each(['2025-02-30T01:00:00', '2025-5', '2025-05-06T24:00:00', '2025-05-06 01:00:00'])('date %s', (date) => {
    const { row, messages } = readOne({ date })
    expect(row?.startedAt).toBeNull()
    expect(messages).toEqual([`date \`${date}\` is not of the form 2025-05-6T01:44:24`])
  })

  test('an old version has two numbers', () => {
    expect(readOne({ version: '6.17' }).row?.version).toEqual({ text: '6.17', numbers: [6, 17, 0] })
  })

  test('a version that is not x.y.z, a test that is a number, and cells too many or too few', () => {
    expect(readOne({ version: 'master' })).toMatchObject({
      row: undefined,
      messages: [/not of the form/, /no row/].map((m) => expect.stringMatching(m)),
    })
    expect(readOne({ test: '17' }).row).toBeUndefined()
    expect(parseDbBenchReport(`${rowOf({})}\textra`, 'f').problems[0]).toMatchObject({ line: 1 })
  })

  test('a header without the test, or with a column that report.tsv does not have, is refused with its rows', () => {
    expect(parseDbBenchReport('ops_sec\tmb_sec\n1\t2\n', 'f').problems[0]?.message).toBe(
      'the header lacks test, date, version',
    )
    expect(parseDbBenchReport('ops_sec\ttest\tdate\tversion\tq_sec\n', 'f').problems[0]?.message).toContain('`q_sec`')
  })
})

test.each([
  ['fillseq.wal_disabled.v400', 'fillseq.wal_disabled.v400', null],
  ['overwriteandwait.t24.s0', 'overwriteandwait.s0', 24],
  ['readwhilewriting.t1', 'readwhilewriting', 1],
  ['a.t24x.t2.s0', 'a.t24x.s0', 2],
])('%s is %s with %s threads', (name, logicalTest, threads) => {
  expect(splitTest(name)).toEqual({ logicalTest, threads })
})
