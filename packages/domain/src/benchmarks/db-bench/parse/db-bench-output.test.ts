import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusal } from '../../../parse/invariants/invariants.ts'
import { parseDbBenchOutput, recognizeDbBenchOutput } from './db-bench-output.ts'

const ARCHIVE = archiveUrl('fixtures/dbbench-raw/')
const OURS = new URL('../../../../../../demo/raw/nov26.dbb.vm2/', import.meta.url)

const filesOf = (root: URL, pattern: RegExp) =>
  (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => {
      const bytes = readFileSync(new URL(path, root))
      return { path, text: (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
    })

const header = ['RocksDB:    version 10.8.3', 'Date:       Sat Nov  1 09:00:00 2025', 'Entries:    1000', '-----']
const sum = (cells: string) => [
  '** Compaction Stats [default] **',
  'Level    Files   Size     Score W-Amp New(GB) Comp(sec) CompMergeCPU(sec)',
  cells,
  'Uptime(secs): 5.1 total, 3.2 interval',
  'Cumulative compaction: 0.24 GB write, 83.87 MB/s write, 0.14 GB read, 49.97 MB/s read, 1.2 seconds',
  'Cumulative stall: 00:00:1.000 H:M:S, 12.5 percent',
]
const parse = (...lines: string[]) => parseDbBenchOutput(`${lines.join('\n')}\n`, 'f')

archiveTest('every line that the author extracted from his files is a result, and there are no others', () => {
  for (const { path, text } of filesOf(ARCHIVE, /\/o\.(?:point|range)\w+$/)) {
    if (text === '') continue
    const { value, problems } = parseDbBenchOutput(text, path)
    expect(problems).toEqual([])
    expect(recognizeDbBenchOutput(text)).toBe(true)
    const printed = [...text.matchAll(/^(\w+) +: +([\d.]+) micros\/op (\d+) ops/gm)].map((match) =>
      match.slice(1).join(' '),
    )
    const read = (value ?? []).flatMap(({ results }) =>
      results.map(({ test: name, microsPerOp, opsPerSecond }) => `${name} ${microsPerOp.toFixed(3)} ${opsPerSecond}`),
    )
    expect(read).toEqual(printed)
  }
  for (const { path, text } of filesOf(ARCHIVE, /\.gz$/)) {
    const { value } = parseDbBenchOutput(text, path)
    const results = new Set((value ?? []).flatMap((call) => call.results.map(({ opsPerSecond }) => opsPerSecond)))
    expect(value).toHaveLength(6)
    const all = readFileSync(new URL(path.replace(/[^/]+$/, 'o.all'), ARCHIVE), 'utf8')
    for (const [, ops] of all.matchAll(/micros\/op (\d+) ops/g)) expect(results).toContain(Number(ops))
  }
})

test('recorded output gives the same values as report.tsv', () => {
  const [file] = filesOf(OURS, /lru\.lz4.*nt4.*readwhilewriting\.t4\.o$/)
  const { value, problems } = parseDbBenchOutput(file?.text ?? '', 'f')
  expect(problems).toEqual([])
  expect(value).toMatchObject([
    {
      version: '7.8.3',
      startedAt: '2026-11-21T01:07:01Z',
      facts: { Entries: '300000', Compression: 'LZ4' },
      results: [
        {
          test: 'readwhilewriting',
          after: null,
          microsPerOp: 150.146,
          opsPerSecond: 26114,
          seconds: 3.14,
          operations: 81996,
          mbPerSecond: 2.9,
          percentiles: { 50: 7.41, 99: 33.32, 99.9: 56440.91, 99.99: 104931.52 },
          maxUs: 146379,
          stats: { lsm_sz: 36.65 / 1024, w_amp: 1, c_wsecs: 0.13, c_wgb: 0.01, c_mbps: 1.29, uptime: 5.1, 'stall%': 0 },
        },
      ],
    },
  ])
})

test('columns of the compaction table are found by their headings', () => {
  const { value } = parse(
    ...header,
    'fillseq : 2.000 micros/op 500000 ops/sec 2.0 seconds 1000000 operations;  45.0 MB/s',
    ...sum(' Sum     14/0    2.00 GB   0.0   1.9   0.3   1.22   1.00'),
  )
  expect(value?.[0]?.results[0]?.stats).toEqual({
    lsm_sz: 2,
    w_amp: 1.9,
    c_wsecs: 1.22,
    c_csecs: 1,
    uptime: 5.1,
    c_wgb: 0.24,
    c_mbps: 83.87,
    'stall%': 12.5,
  })
  const short = parse(
    ...header,
    'fillseq : 2.000 micros/op 500000 ops/sec;',
    ...sum(' Sum     14/0    2.00 GB   0.0   1.9   0.3   1.22'),
  )
  expect(short.value?.[0]?.results[0]?.stats).toEqual({ uptime: 5.1, c_wgb: 0.24, c_mbps: 83.87, 'stall%': 12.5 })
})

test('a result names the last operation that changed the tree, and averages over repeats are ignored', () => {
  const { value, problems } = parse(
    ...header,
    'overwrite : 2.000 micros/op 500000 ops/sec;  45.0 MB/s',
    'readrandom : 4.000 micros/op 250000 ops/sec;  45.0 MB/s (9 of 10 found)',
    'flush memtable',
    'finished 100 ops   \rreadrandom : 5.000 micros/op 200000 ops/sec;  45.0 MB/s (9 of 10 found)',
    'readrandom : 5.100 micros/op 196078 ops/sec;',
    'readrandom [AVG    2 runs] : 198039 (± 10) ops/sec;   45.0 (± 0.1) MB/sec',
    'compactall',
    'readrandom : 3.000 micros/op 333333 ops/sec;  45.0 MB/s',
  )
  expect(problems).toEqual([])
  expect(value?.[0]?.results.map(({ test: name, after, opsPerSecond }) => [name, after, opsPerSecond])).toEqual([
    ['overwrite', null, 500000],
    ['readrandom', 'overwrite', 250000],
    ['readrandom', 'flush', 200000],
    ['readrandom', 'flush', 196078],
    ['readrandom', 'compactall', 333333],
  ])
  expect(value?.[0]?.results.every(({ stats }) => stats === null)).toBe(true)
})

test('a truncated or malformed result line is a problem with its line, and no result', () => {
  expect(parseDbBenchOutput([...header, 'fillseq : 2.000 micros/op 50000 ops/sec;  4'].join('\n'), 'f')).toEqual({
    value: null,
    problems: [refusal('f', '`fillseq : 2.000 micros/op 50000 ops/sec;  4` is cut', 5)],
  })
  expect(parse(...header, 'fillseq : nan micros/op -1 ops/sec;').problems).toMatchObject([
    { line: 5, refusesRun: true },
  ])
  const rate = parse(...header, 'fillseq : 2.000 micros/op 50000 ops/sec 2.000 seconds 400000 operations;')
  expect(rate.problems).toMatchObject([{ line: 5, refusesRun: true }])
  expect(parseDbBenchOutput('', 'f').problems).toEqual([{ file: 'f', message: 'the file is empty' }])
})

const texts = [...filesOf(OURS, /lru\.lz4.*\.o$/), ...filesOf(ARCHIVE, /r\.1000000\..*o\.range2$/)].map(({ text }) =>
  text.slice(0, 12_000),
)
const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('mutated output never throws and never gives an invalid number or a result that was not printed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      at,
      fc.nat(80),
      fc.constantFrom('', '\r', '\0', ' : ', '1e400', 'nan'),
      (text, where, length, added) => {
        const i = Math.floor(where * text.length)
        const changed = text.slice(0, i) + added + text.slice(i + length)
        const { value, problems } = parseDbBenchOutput(changed, 'f')
        expect(value !== null || problems.length > 0).toBe(true)
        for (const { microsPerOp, opsPerSecond, mbPerSecond, stats } of (value ?? []).flatMap(
          ({ results }) => results,
        )) {
          const numbers = [microsPerOp, opsPerSecond, mbPerSecond ?? 0, ...Object.values(stats ?? {})]
          expect(numbers.every(Number.isFinite)).toBe(true)
          expect(changed).toContain(`${opsPerSecond} ops/sec`)
        }
      },
    ),
    { numRuns: 60 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseDbBenchOutput(text, 'f')),
    { numRuns: 60 },
  )
})
