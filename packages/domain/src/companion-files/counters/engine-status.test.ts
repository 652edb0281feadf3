import { readFileSync } from 'node:fs'
import { labArchive } from '@assay/testing/import/lab-profiles'
import { describe, expect, test } from 'vitest'
import { type ImportFile, importFiles } from '../../import/import-files.ts'
import { parseCounters } from './parse-counters.ts'

const recorded = (path: string) => readFileSync(new URL(`fixtures/${path}`, import.meta.url), 'utf8')

function read(files: readonly ImportFile[]) {
  const { documents, problems, ignored } = importFiles(files, { profile: labArchive, overrides: { hardware: 'lab3' } })
  const [document] = documents
  const metricValue = (metric: string) => document?.results[0]?.values[document.metricNames.indexOf(metric)]
  return { problems, ignored, document, metricValue }
}

describe('show engine innodb status', () => {
  const files = ['oltp_read_write.c2.txt', 'innodb_status.before.txt', 'innodb_status.after.txt'].map((name) => ({
    path: `mariadb-10.11.19/${name}`,
    text: recorded(`mariadb-10.11/${name}`),
  }))
  const numberOf = (name: string, pattern: RegExp) => Number(pattern.exec(recorded(`mariadb-10.11/${name}`))?.[1])

  test('its counters become values per operation', () => {
    const { problems, ignored, metricValue, document } = read(files)
    expect([problems, ignored]).toEqual([[], []])
    const grown = (pattern: RegExp) =>
      numberOf('innodb_status.after.txt', pattern) - numberOf('innodb_status.before.txt', pattern)
    const queries = numberOf('oltp_read_write.c2.txt', /queries: +(\d+)/)
    const near = (metric: string, pattern: RegExp) =>
      expect((metricValue(metric) ?? 0) / (grown(pattern) / queries)).toBeCloseTo(1, 2)
    near('innodb/o:os_file_reads', /^(\d+) OS file reads/m)
    near('innodb/o:pages_read', /^Pages read (\d+)/m)
    near('innodb/o:log_bytes', /^Log sequence number (\d+)/m)
    expect(document?.metrics?.find(({ name }) => name === 'innodb/o:log_bytes')).toMatchObject({ unit: 'bytes' })
  })

  test('the batch mode of the client prints the same counters', () => {
    const parsed = parseCounters(recorded('mariadb-10.11/batch.txt'), 'innodb_status.after.txt')
    expect(parsed.problems).toEqual([])
    const after = parseCounters(recorded('mariadb-10.11/innodb_status.after.txt'), 'innodb_status.after.txt')
    expect([...(parsed.value?.counters.keys() ?? [])]).toEqual([...(after.value?.counters.keys() ?? [])])
  })

  test('the lines of each instance of the buffer pool are not added to their sums', () => {
    const one = recorded('mariadb-10.11/innodb_status.after.txt')
    const repeated = one.replace(
      /^-+\nROW OPERATIONS/m,
      'INDIVIDUAL BUFFER POOL INFO\n---BUFFER POOL 0\nPages read 1000000, created 1, written 1\n--------------\nROW OPERATIONS',
    )
    expect(parseCounters(repeated, 'x.after').value?.counters).toEqual(parseCounters(one, 'x.after').value?.counters)
  })

  test('a cut status is refused, and one without a time says how to name it', () => {
    const text = recorded('mariadb-10.11/innodb_status.after.txt')
    const cut = parseCounters(text.slice(0, 1_200), 'innodb_status.after.txt')
    expect([cut.value, cut.problems[0]?.message]).toEqual([null, expect.stringContaining('status is cut')])
    expect(parseCounters(text, 'innodb.txt').problems[0]?.message).toContain('innodb_status.before')
  })
})

describe('the LOG of RocksDB', () => {
  const log = recorded('db_bench-7.8.3-log/LOG')

  test('statistics grow from the first to the last dump, per second', () => {
    const { value, problems } = parseCounters(log, 'LOG')
    expect(problems).toEqual([])
    // 228,860 keys at 3.1 s and 432,998 at 11.1 s.
    expect(value?.counters.get('rocksdb/o:number.keys.written')).toBeCloseTo((432_998 - 228_860) / 8, 6)
    expect(value).toMatchObject({ at: 'during' })
  })

  test('they become values per operation of the result next to it', () => {
    const output = [
      'RocksDB:    version 7.8.3',
      'Keys:       16 bytes each (+ 0 bytes user-defined timestamp)',
      'Values:     100 bytes each (50 bytes after compression)',
      'Entries:    200000',
      'readwhilewriting :       2.500 micros/op 400000 ops/sec 10.000 seconds 4000000 operations;   44.2 MB/s (10 of 20 found)',
      '',
    ].join('\n')
    const { problems, metricValue } = read([
      { path: 'c7i.large/readwhilewriting.t1.txt', text: output },
      { path: 'c7i.large/LOG', text: log },
    ])
    expect(problems).toEqual([])
    expect(metricValue('rocksdb/o:number.keys.written')).toBeCloseTo((432_998 - 228_860) / 8 / 400_000, 9)
  })

  test.each([
    ['one dump', (text: string) => text.slice(0, text.lastIndexOf('\n2026/11/28-17:26:00')), /one time only/],
    [
      'counts that shrink',
      (text: string) => text.replace('written COUNT : 432998', 'written COUNT : 5'),
      /opened again/,
    ],
  ])('%s derive nothing', (_what, change, message) => {
    const { value, problems } = parseCounters(change(log), 'LOG')
    expect([value, problems[0]?.message]).toEqual([null, expect.stringMatching(message)])
  })
})
