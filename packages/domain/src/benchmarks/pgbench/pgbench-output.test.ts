import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parsePgbenchOutput } from './pgbench-output.ts'

const FOLDER = new URL('../../../../../demo/raw/nov26.pgbench.vm2/x.pg1518_def.x10a_c2r24.pk1/', import.meta.url)
const ours = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])

test('every recorded report is parsed without a problem, with tps as printed', () => {
  const names = readdirSync(FOLDER)
  expect(names.length).toBe(11)
  for (const name of names) {
    const text = ours(name)
    const { value, problems } = parsePgbenchOutput(text, name)
    expect([name, problems]).toEqual([name, []])
    expect(value?.tps).toBe(number(text, /^tps = ([\d.]+)/m))
    expect(value?.latencyMs).toBe(number(text, /^latency average = ([\d.]+)/m))
    expect(value?.version).toBe('15.18')
    expect(value?.progress.length).toBe(text.match(/^progress: /gm)?.length ?? 0)
  }
})

test('a mix has its scripts with weights and statements, and failures their counts', () => {
  const mix = parsePgbenchOutput(ours('pgbench.mix.c4.statements'), 'f').value
  expect(mix?.transactionType).toBe('multiple scripts')
  expect(mix?.scripts.map(({ name, weight, statements }) => [name, weight, statements.length])).toEqual([
    ['<builtin: TPC-B (sort of)>', 1, 11],
    ['<builtin: select only>', 9, 2],
  ])
  const text = ours('pgbench.hot-row.c4.retries')
  const failing = parsePgbenchOutput(text, 'f').value
  expect(failing).toMatchObject({
    maxTries: 10,
    failed: number(text, /failed transactions: (\d+)/),
    retries: number(text, /number of retries: (\d+)/),
  })
  expect(failing?.scripts[0]?.statements.map(({ text: statement }) => statement.slice(0, 6))).toEqual([
    'BEGIN ',
    'SELECT',
    'UPDATE',
    'END;',
  ])
})

test('reconnections, a rate and a latency limit are parsed', () => {
  expect(parsePgbenchOutput(ours('pgbench.select-only.c2.connect'), 'f').value).toMatchObject({ reconnects: true })
  const text = ours('pgbench.tpcb-like.c4.rate')
  expect(parsePgbenchOutput(text, 'f').value).toMatchObject({
    reconnects: false,
    latencyLimitMs: 5,
    skipped: 0,
    aboveLimit: number(text, /latency limit: (\d+)/),
    scheduleLagMs: number(text, /lag: avg ([\d.]+)/),
  })
})

const OLD = [
  'starting vacuum...end.',
  'progress: 1.0 s, 800.1 tps, lat 1.2 ms stddev 0.3',
  'transaction type: /tmp/my script.sql',
  'scaling factor: 10',
  'query mode: prepared',
  'number of clients: 8',
  'number of threads: 2',
  'duration: 60 s',
  'number of transactions actually processed: 48000',
  'latency average = 9.876 ms',
  'latency stddev = 0.321 ms',
  'tps = 799.123456 (including connections establishing)',
  'tps = 801.654321 (excluding connections establishing)',
  'statement latencies in milliseconds:',
  '         0.002  \\set aid random(1, 100000 * :scale)',
  '         1.234  SELECT 1;',
  '',
].join('\n')

test('Postgres 12 and 13 print tps with and without connecting', () => {
  expect(parsePgbenchOutput(OLD, 'f')).toMatchObject({
    value: {
      version: null,
      tps: 801.654321,
      tpsWithConnecting: 799.123456,
      failed: null,
      scripts: [{ statements: [{ latencyMs: 0.002 }, { text: 'SELECT 1;', latencyMs: 1.234 }] }],
    },
    problems: [],
  })
})

test('a run may end later than requested on a busy machine, and no rate is far from its count', () => {
  const late = OLD.replaceAll('48000', '42000').replaceAll(/tps = (?:799|801)/g, 'tps = 640')
  expect(parsePgbenchOutput(late, 'f').problems).toEqual([])
  const early = OLD.replaceAll(/tps = (?:799|801)/g, 'tps = 920')
  const later = OLD.replaceAll(/tps = (?:799|801)/g, 'tps = 560')
  for (const text of [early, later]) expect(parsePgbenchOutput(text, 'f').problems.length).toBeGreaterThan(0)
})

test('Postgres 18 with partitions, no transaction in a second, and failures counted in the latency', () => {
  const text = OLD.replace('starting vacuum...end.', 'pgbench (18.0)\npgbench: setting random seed to 7')
    .replace('lat 1.2 ms stddev 0.3', 'lat NaN ms stddev NaN, 3 failed')
    .replace('query mode: prepared', 'partition method: hash\npartitions: 4\nquery mode: prepared')
    .replace(
      'latency average = 9.876 ms',
      'number of failed transactions: 3 (0.006%)\nlatency average = 9.876 ms (including failures)',
    )
    .replace(/^tps = 799.*\n/m, 'initial connection time = 4.5 ms\n')
    .replace('(excluding connections establishing)', '(without initial connection time)')
  expect(parsePgbenchOutput(text, 'f')).toMatchObject({
    value: {
      version: '18.0',
      partitions: { method: 'hash', count: 4 },
      failed: 3,
      latencyMs: 9.876,
      connectionMs: 4.5,
      tpsWithConnecting: null,
      progress: [{ latencyMs: null, stddevMs: null, failed: 3 }],
    },
    problems: [],
  })
})

test('an aborted run and one without transactions are failures', () => {
  const aborted = `pgbench: error: Run was aborted; the above results are incomplete.\n${OLD}`
  expect(parsePgbenchOutput(aborted, 'f')).toMatchObject({
    value: null,
    problems: [],
    failure: { line: 1, reason: 'pgbench aborted the run', clients: 8, test: '/tmp/my script.sql' },
  })
  expect(parsePgbenchOutput(OLD.replace('processed: 48000', 'processed: 0'), 'f').failure).toMatchObject({ line: 9 })
})

test.each([
  ['a killed run', OLD.slice(0, OLD.indexOf('tps =')), 11],
  ['two reports', OLD + OLD, 19],
  ['a rate that is not count by time', OLD.replaceAll('= 801.6', '= 1801.6').replace('= 799.1', '= 1799.1'), 13],
  ['a negative rate', OLD.replace('tps = 801', 'tps = -801'), 13],
  ['a rate of NaN', OLD.replace('tps = 801.654321', 'tps = nan'), 13],
  ['a rate of 0 with a latency', OLD.replace('801.654321', '0.000000').replace('799.123456', '0.000000'), 13],
  ['an unreadable count', OLD.replace('processed: 48000', 'processed: 48x00'), 9],
  ['a cut last line', OLD.trimEnd().slice(0, -3), 16],
])('%s refuses the run with file and line', (_name, text, line) => {
  const { value, problems } = parsePgbenchOutput(text, 'f')
  expect(value).toBeNull()
  expect(problems.filter(({ refusesRun }) => refusesRun).map((problem) => problem.line)).toContain(line)
})

test('an unreadable progress line only loses its own sample and is counted', () => {
  const text = OLD.replace('tps, lat 1.2', 'tps, lat 1x2')
  expect(parsePgbenchOutput(text, 'f')).toMatchObject({ value: { progress: [], unreadProgress: 1 }, problems: [] })
})
