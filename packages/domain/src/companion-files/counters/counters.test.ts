import { readdirSync, readFileSync } from 'node:fs'
import { labArchive } from '@assay/testing/import/lab-profiles'
import { describe, expect, test } from 'vitest'
import { type ImportFile, importFiles } from '../../import/import-files.ts'
import { findCounterSource, parseCounters } from './parse-counters.ts'

const ROOT = new URL('fixtures/postgres-18/', import.meta.url)

/** The recorded files of one run of pgbench, below a folder of its version. */
const recorded = (): ImportFile[] =>
  readdirSync(ROOT).map((name) => ({
    path: `pg-18.4/${name}`,
    text: readFileSync(new URL(name, ROOT), 'utf8'),
  }))

function read(files: readonly ImportFile[]) {
  const found = importFiles(files, { profile: labArchive, overrides: { hardware: 'lab3' } })
  const [document] = found.documents
  const metricValue = (metric: string) => document?.results[0]?.values[document.metricNames.indexOf(metric)]
  return { ...found, document, metricValue }
}

const changed = (name: string, change: (text: string) => string): ImportFile[] =>
  recorded().map((file) => (file.path.endsWith(name) ? { ...file, text: change(file.text) } : file))

test('counters before and after pgbench become values per operation', () => {
  const { metricValue, problems, questions, ignored, document } = read(recorded())
  expect([problems, questions, ignored]).toEqual([[], [], []])
  // 232,146 transactions, each of one statement; a transaction more is that of the snapshot.
  expect(metricValue('statement_calls/o:SELECT abalance FROM pgbench_accounts WHERE aid = $1')).toBeCloseTo(1, 3)
  expect(metricValue('pg_commits/o')).toBeCloseTo(1, 2)
  // pg_stat_statements and pg_stat_io count the same reads.
  expect(metricValue('pg_blks_read/o')).toBeCloseTo(456_664 / 232_146, 2)
  expect(metricValue('pg_io_reads/o')).toBeCloseTo(metricValue('pg_blks_read/o') ?? 0, 1)
  expect(metricValue('pg_io_read_ms/o')).toBeGreaterThan(0.005)
  const metric = document?.metrics?.find(({ name }) => name === 'pg_io_read_ms/o')
  expect(metric).toMatchObject({ unit: 'ms', better: 'neither' })
})

test('statements that read statistics of the server are of a monitor and not of the benchmark', () => {
  const monitor = (calls: number) => `7,select state from pg_stat_activity where state = $2,${calls},9,1,500000,0,0\n`
  const files = recorded().map((file) =>
    /pg_stat_statements\.(?:before|after)/.test(file.path)
      ? { ...file, text: `${file.text.trimEnd()}\n${monitor(file.path.includes('before') ? 1 : 50)}` }
      : file,
  )
  const [own, added] = [read(recorded()), read(files)]
  expect(added.problems).toEqual([])
  expect(added.document?.metricNames.filter((name) => name.includes('pg_stat_activity'))).toEqual([])
  expect(added.metricValue('pg_blks_hit/o')).toBe(own.metricValue('pg_blks_hit/o'))
})

test('samples of waits are shares of the time of an operation', () => {
  const { metricValue } = read(recorded())
  // 4 clients, 23,270.95 transactions per second: 0.172 ms each; 8 of 14 samples were on the CPU, 1 in a read.
  expect(metricValue('wait_ms/o:CPU')).toBeCloseTo(((8 / 14) * 4_000) / 23_270.950607, 9)
  expect(metricValue('wait_ms/o:IO:DataFileRead')).toBeCloseTo(((1 / 14) * 4_000) / 23_270.950607, 9)
  expect(metricValue('wait_ms/o:Client:ClientRead')).toBeUndefined()
})

test('average numbers of sessions need no clients', () => {
  const files = changed('wait_events.csv', () => 'wait_event_type,wait_event,sessions\nCPU,CPU,1.5\nLock,tuple,0.25\n')
  const { metricValue } = read(files)
  expect(metricValue('wait_ms/o:CPU')).toBeCloseTo(1_500 / 23_270.950607, 9)
  expect(metricValue('wait_ms/o:Lock:tuple')).toBeCloseTo(250 / 23_270.950607, 9)
})

describe('problems', () => {
  test.each([
    ['a cut table', 'pg_stat_io.after.csv', (text: string) => text.slice(0, -30), /is cut/],
    ['a row of another width', 'pg_stat_io.after.csv', (text: string) => text.replace(',0,0,', ',0,'), /columns, but/],
    [
      'a count that is not a number',
      'wait_events.csv',
      (text: string) => text.replace(',8', ',many'),
      /`many` is not a count/,
    ],
    ['a negative count', 'wait_events.csv', (text: string) => text.replace(',8', ',-8'), /`-8` is not a count/],
  ])('%s is refused with file and line, and the result stays', (_what, name, change, message) => {
    const { problems, refusedFiles, document } = read(changed(name, change))
    expect(refusedFiles).toEqual([`pg-18.4/${name}`])
    expect(problems[0]).toMatchObject({ file: `pg-18.4/${name}`, line: expect.any(Number) })
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message)
    expect(document?.results).toHaveLength(1)
  })

  test('counters that shrink were reset, and nothing is derived from them', () => {
    const files = recorded().map(({ path, text }) => ({
      path: path.replace(/(before|after)\.csv$/, (at) => (at === 'before.csv' ? 'after.csv' : 'before.csv')),
      text,
    }))
    const { problems, metricValue } = read(files)
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(/were reset between/)
    expect(metricValue('pg_io_reads/o')).toBeUndefined()
    expect(metricValue('pg_commits/o')).toBeCloseTo(1, 2)
  })

  test('a snapshot alone derives nothing', () => {
    const { problems, metricValue } = read(recorded().filter(({ path }) => !path.includes('pg_stat_io.before')))
    expect(problems[0]?.message).toContain('no snapshot of pg_stat_io before')
    expect(metricValue('pg_io_reads/o')).toBeUndefined()
    const unnamed = parseCounters(recorded()[2]?.text ?? '', 'pg_stat_io.csv')
    expect(unnamed.problems[0]?.message).toContain('pg_stat_io.before.csv')
  })
})

describe('MySQL', () => {
  const batch = (reads: number) =>
    `Variable_name\tValue\nUptime\t${reads}\nInnodb_data_reads\t${reads}\nThreads_running\t3\n`
  const table = (reads: number) =>
    `+-------------------+-------+\n| Variable_name     | Value |\n+-------------------+-------+\n| Uptime | ${reads} |\n| Innodb_data_reads | ${reads} |\n+-------------------+-------+\n2 rows in set (0.00 sec)\n`

  test.each([
    ['mysql --batch', batch],
    ['mysql', table],
  ])('show global status of %s', (_client, status) => {
    const [output] = recorded().filter(({ path }) => path.endsWith('.txt') && path.includes('select-only'))
    const { metricValue, problems } = read([
      { path: 'pg-18.4/select-only.c4.txt', text: output?.text ?? '' },
      { path: 'pg-18.4/status.before.txt', text: status(1_000) },
      { path: 'pg-18.4/status.after.txt', text: status(24_214.6 - 0.6) },
    ])
    expect(problems).toEqual([])
    expect(metricValue('status/o:Innodb_data_reads')).toBeCloseTo(23_214 / 232_146, 9)
  })

  test('the status and the waits of MariaDB before and after sysbench become values per query', () => {
    const root = new URL('fixtures/mariadb-10.11-global-status/', import.meta.url)
    const files = readdirSync(root).map((name) => ({
      path: `mariadb-10.11/${name}`,
      text: readFileSync(new URL(name, root), 'utf8'),
    }))
    const { metricValue, problems, ignored, document } = read(files)
    expect([problems, ignored]).toEqual([[], []])
    // A transaction of oltp_read_write has 20 queries, of which 14 are selects and one is a commit.
    expect(metricValue('status/o:Com_commit')).toBeCloseTo(1 / 20, 4)
    expect(metricValue('status/o:Com_select')).toBeCloseTo(14 / 20, 3)
    const waits = document?.metricNames.filter((name) => name.startsWith('wait_ms/o:')) ?? []
    expect(waits).toContain('wait_ms/o:wait/io/file/innodb/innodb_data_file')
    expect(waits.filter((name) => /COND_timer|idle/.test(name))).toEqual([])
    // The waits of 2 connections are shorter than the queries.
    const total = waits.reduce((sum, name) => sum + (metricValue(name) ?? 0), 0)
    expect(total).toBeGreaterThan(0.001)
    expect(total).toBeLessThan((2 * 1_000) / 21_194.55)
  })

  test('settings of a server are not counters', () => {
    expect(findCounterSource('Variable_name\tValue\ninnodb_buffer_pool_size\t67108864\n')).toBeNull()
  })
})
