import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../json/canonical-json.ts'
import { groupExecutions } from './db-bench-executions.ts'
import type { MergedRow } from './db-bench-rows.ts'

const HOUR = 3_600_000

/**
 * One call of the benchmark script: a load by one thread, then tests with the number of threads that the names state.
 */
const call = fc.record({
  version: fc.constantFrom('9.0.0', '10.2.1'),
  dataset: fc.constantFrom('a', 'b'),
  hardware: fc.constantFrom(undefined, 'm1'),
  workload: fc.constantFrom('byrx', 'iobuf'),
  cache: fc.constantFrom('lru', 'hyperclock'),
  threads: fc.constantFrom(10, 20, 50),
  after: fc.constantFrom(undefined, 'flush'),
  hour: fc.nat(500),
})

type Call = typeof call extends fc.Arbitrary<infer One> ? One : never

const rowsOf = (calls: readonly Call[]): MergedRow[] =>
  calls.flatMap(({ version, dataset, hardware, workload, cache, threads, after, hour }, i) =>
    ['fillseq', 'readrandom', 'overwrite'].map((logicalTest, at): MergedRow => {
      const own = logicalTest === 'fillseq' ? null : threads
      return {
        row: {
          line: at + 2,
          test: own === null ? logicalTest : `${logicalTest}.t${own}`,
          logicalTest,
          threads: own,
          version: { text: version, numbers: [1, 0, 0] },
          startedAt: new Date(Date.UTC(2026, 0, 1) + hour * HOUR + i * 60_000 + at * 1_000).toISOString(),
          githash: null,
          jobId: null,
          failed: false,
          values: { 'ops/s': 1_000 * i + at + 1 },
          missing: {},
          ...(after === undefined ? {} : { params: { after } }),
        },
        dataset,
        datasetName: dataset,
        origins: {},
        fields: {
          ...(hardware === undefined ? {} : { hardware }),
          workload,
          'params.cache_type': cache,
          threads: String(threads),
        },
        location: { path: `${dataset}/sum.nt${threads}.txt`, line: at + 2 },
        paths: new Set([`${dataset}/sum.nt${threads}.txt`]),
        index: 3 * i + at,
      }
    }),
  )

/**
 * The identity of a result, computed independently of the code under test: machine, workload, parameters, version, test
 * and the threads of that test.
 */
function coordinatesOf({ row, dataset, fields }: MergedRow): string {
  const machine = fields.hardware ?? `of ${dataset}`
  const { version, logicalTest, threads, params } = row
  return canonicalJson([
    machine,
    fields.workload,
    fields['params.cache_type'],
    version.text,
    logicalTest,
    threads,
    params,
  ])
}

test('repeats are numbered 1 to n by date among results with equal coordinates, and each row is imported once', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
      const rows = rowsOf(calls)
      const placed = groupExecutions(rows).flatMap(({ rows: part, repeat }) => part.map((one) => ({ ...one, repeat })))
      expect(placed.map(({ index }) => index).sort((a, b) => a - b)).toEqual(rows.map(({ index }) => index))
      const byCoordinates = Map.groupBy(placed, coordinatesOf)
      for (const results of byCoordinates.values()) {
        expect(results.map(({ repeat }) => repeat).sort((a, b) => a - b)).toEqual(results.map((_, i) => i + 1))
        const dates = results.toSorted((a, b) => a.repeat - b.repeat).map(({ row }) => row.startedAt)
        expect(dates).toEqual(dates.toSorted())
      }
    }),
    { numRuns: 500 },
  )
})

/** The fields that all calls of one comparison share. */
const base: Omit<Call, 'threads' | 'hour'> = {
  version: '9.0.0',
  dataset: 'a',
  hardware: 'm1',
  workload: 'byrx',
  cache: 'lru',
  after: undefined,
}

test('executions of 10 and 20 threads repeat the load by one thread and no other test', () => {
  const rows = rowsOf([
    { ...base, threads: 10, hour: 0 },
    { ...base, threads: 20, hour: 1 },
  ])
  const parts = groupExecutions(rows).map(({ rows: part, repeat }) => [repeat, part.map(({ row }) => row.test)])
  expect(parts).toEqual([
    [1, ['fillseq', 'readrandom.t10', 'overwrite.t10']],
    [2, ['fillseq']],
    [1, ['readrandom.t20', 'overwrite.t20']],
  ])
})

test('repeat numbers in names have precedence, and the execution is not divided', () => {
  const rows = rowsOf([
    { ...base, threads: 10, hour: 0 },
    { ...base, threads: 20, hour: 1 },
  ]).map((merged) => ({ ...merged, fields: { ...merged.fields, repeat: '4' } }))
  expect(groupExecutions(rows).map(({ rows: part }) => part.length)).toEqual([3, 3])
})
