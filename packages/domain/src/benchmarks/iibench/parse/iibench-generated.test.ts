import { count, decimal, readsBack } from '@assay/testing/benchmarks/generated-output'
import fc from 'fast-check'
import { test } from 'vitest'
import { parseClientOutput } from './client-output.ts'
import { BUCKETS, OPERATIONS } from './columns.ts'

// Output of one iibench.py client (FORMATS 11).

const INTERVAL = [
  ...['i_sec', 't_sec', 'i_ips', 't_ips', 'i_dps', 't_dps', 'i_qps', 't_qps', 'max_i', 'max_d', 'max_q'],
  ...['t_ins', 't_del', 't_query', 'retry_i', 'retry_d', 'retry_q'],
]
const iibench = fc.record({
  perSecond: fc.array(count(99_999), { minLength: 1, maxLength: 12 }),
  responses: fc.array(
    fc.record({
      counts: fc.array(count(99_999), { minLength: BUCKETS.length, maxLength: BUCKETS.length }),
      max: decimal(6, 20),
    }),
    { minLength: OPERATIONS.length, maxLength: OPERATIONS.length },
  ),
  indexSeconds: fc.option(decimal(1, 9999)),
})
const titled = (word: string) => word[0]?.toUpperCase() + word.slice(1)

test('output of a client of iibench.py: intervals, histograms, seconds of creating indexes', () => {
  const valuesOf = (all: readonly number[], i: number) => {
    const done = all.slice(0, i + 1).reduce((sum, one) => sum + one, 0)
    const inserts = all[i] ?? 0
    const perSecond = Number((done / (i + 1)).toFixed(1))
    return [1, i + 1, inserts, perSecond, 0, 0, 9, 9, 900, 0, 700, done, 0, 9 * (i + 1), 0, 0, 0]
  }
  readsBack(iibench, {
    print: ({ perSecond, responses, indexSeconds }) =>
      [
        'python3 iibench.py --dbms=postgres --inserts_per_second=100',
        INTERVAL.join('\t'),
        ...perSecond.map((_, i) => valuesOf(perSecond, i).join('\t')),
        ...(indexSeconds === null ? [] : [`Created secondary indexes in ${indexSeconds} seconds`]),
        ...responses.flatMap(({ counts, max }, i) => [
          `${titled(OPERATIONS[i] ?? '')} rt: ${BUCKETS.map((limit) => limit.padStart(9)).join(' ')}         max`,
          `${titled(OPERATIONS[i] ?? '')} rt: ${counts.map((one) => String(one).padStart(9)).join(' ')}    ${max.toFixed(6)}`,
        ]),
        'Totals: 3.1 secs, 96.8 rows/sec, 300 rows, 0 0 0 insert-delete-query retry',
        'Done',
        '',
      ].join('\n'),
    parse: (text) => parseClientOutput(text, 'f'),
    expected: ({ perSecond, responses, indexSeconds }) => ({
      columns: INTERVAL,
      intervals: perSecond.map((_, i) => ({
        values: Object.fromEntries(INTERVAL.map((name, at) => [name, valuesOf(perSecond, i)[at]])),
      })),
      responses: Object.fromEntries(
        responses.map(({ counts, max }, i) => [OPERATIONS[i], { counts, maxSeconds: max }]),
      ),
      indexSeconds,
      isComplete: true,
    }),
  })
})
