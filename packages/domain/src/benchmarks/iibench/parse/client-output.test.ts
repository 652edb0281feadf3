import { expect, test } from 'vitest'
import { holdsClientOutput, parseClientOutput } from './client-output.ts'

const HEADER =
  'i_sec\tt_sec\ti_ips\tt_ips\ti_dps\tt_dps\ti_qps\tt_qps\tmax_i\tmax_d\tmax_q\tt_ins\tt_del\tt_query\tretry_i\tretry_d\tretry_q'
const COMMAND = 'python3 iibench.py --dbms=mysql --db_user=root --db_password=hunter2 --inserts_per_second=100'
const interval = (second: number) =>
  `1.0\t${second}.0\t100\t100\t100\t100\t480\t480\t900\t800\t700\t${100 * second}\t${100 * second}\t${480 * second}\t0\t0\t0`
const RESPONSES = [
  'Insert rt:     256us       1ms       4ms      16ms      64ms     256ms        1s        4s       16s        gt         max',
  'Insert rt:         0         2         1         0         0         0         0         0         0         0    0.003100',
  '',
  'Query thread #0 rt:     256us       1ms       4ms      16ms      64ms     256ms        1s        4s       16s        gt         max',
  'Query thread #0 rt:      1400        40         0         0         0         0         0         0         0         0    0.000700',
]
const END = [
  'Query thread #0: 1440 queries, fetched/query(expected, actual) = ( 10 , 9.900 )',
  'Totals: 3.1 secs, 96.8 rows/sec, 300 rows, 0 0 0 insert-delete-query retry',
  'Done',
  '',
]
const output = (...lines: string[]) => [COMMAND, HEADER, ...lines].join('\n')
const parse = (text: string) => parseClientOutput(text, 'f')

test('intervals, response times and the command without its password', () => {
  const { value, problems } = parse(output(interval(1), interval(2), interval(3), '', ...RESPONSES, ...END))
  expect(problems).toEqual([])
  expect(value?.command).toBe(
    'python3 iibench.py --dbms=mysql --db_user=root --db_password=*** --inserts_per_second=100',
  )
  expect(value?.intervals).toHaveLength(3)
  expect(value?.intervals.at(-1)?.values).toMatchObject({ t_sec: 3, i_qps: 480, max_q: 700, t_ins: 300, t_query: 1440 })
  expect(value?.responses.query).toEqual({ counts: [1400, 40, 0, 0, 0, 0, 0, 0, 0, 0], maxSeconds: 0.0007 })
  expect(value).toMatchObject({ indexSeconds: null, isComplete: true })
})

test('the twelve columns of older programs', () => {
  const header = 'i_sec\tt_sec\ti_ips\tt_ips\ti_qps\tt_qps\tmax_i\tmax_q\tt_ins\tt_query\tretry_i\tretry_q'
  const { value, problems } = parse(`${header}\n1.0\t1.0\t50\t50\t9\t9\t5\t6\t50\t9\t0\t0\nTotals: 1 secs\n`)
  expect(problems).toEqual([])
  expect(value?.intervals[0]?.values).toMatchObject({ i_qps: 9, max_q: 6 })
})

test('the seconds for creating indexes are parsed', () => {
  expect(parse(output('Created secondary indexes in 61.5 seconds', ...END)).value).toMatchObject({ indexSeconds: 61.5 })
})

test('truncated output is incomplete and a problem', () => {
  const { value, problems } = parse(output(interval(1), '1.0\t2.0\t100\t1'))
  expect(value).toMatchObject({ isComplete: false })
  expect(value?.unreadIntervals).toBe(1)
  expect(problems).toMatchObject([{ message: expect.stringContaining('no line of totals'), refusesRun: true }])
})

test('lines that are not part of the report are problems, without secrets, up to a maximum number', () => {
  const errors = Array.from({ length: 30 }, () => 'SQL error: password=hunter2')
  const { value, problems } = parse(output(interval(1), interval(1), '1.0\tx', ...errors, ...END))
  expect(value?.unreadIntervals).toBe(2)
  expect(problems).toHaveLength(11)
  expect(problems[0]?.message).toBe("`SQL error: password=***` is not a line of this program's report")
  expect(problems.at(-1)?.message).toBe('20 more lines were not understood')
})

test('with several query threads the histogram of one of them is ignored, because it is not that of all', () => {
  const { value, problems } = parse(output(interval(1), ...RESPONSES, ...RESPONSES.slice(3), ...END))
  expect(value?.responses).not.toHaveProperty('query')
  expect(problems[0]?.message).toMatch(/^2 histograms of query responses/)
})

test('output is recognized by its header', () => {
  expect([output(interval(1)), 'i_sec\tfoo', ''].map(holdsClientOutput)).toEqual([true, false, false])
  expect(parse('i_sec\tt_sec\ti_ips\tnew\n').problems[0]?.message).toMatch(/^the header names unknown columns/)
})
