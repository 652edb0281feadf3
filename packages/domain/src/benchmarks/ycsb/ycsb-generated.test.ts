import { ascending, count, readsBack } from '@assay/testing/benchmarks/generated-output'
import fc from 'fast-check'
import { test } from 'vitest'
import { parseYcsbOutput } from './ycsb-output.ts'

// Reports of YCSB of any version, with percentiles of any binding.

const ycsbOperation = fc.record({
  name: fc.constantFrom('READ', 'UPDATE', 'INSERT', 'SCAN', 'DELETE'),
  operations: count(9_999_999, 1),
  limits: ascending(4, 99_999, 0),
  failed: count(9),
})
const ycsb = fc
  .record({
    milliseconds: count(9_999_999, 1),
    threads: count(500, 1),
    operations: fc.uniqueArray(ycsbOperation, { selector: ({ name }) => name, minLength: 1, maxLength: 5 }),
  })
  .map((run) => ({ ...run, throughput: (1000 * totalOf(run.operations)) / run.milliseconds }))
const totalOf = (operations: readonly { operations: number }[]) =>
  operations.reduce((sum, one) => sum + one.operations, 0)

test('a report of YCSB: throughput, and response times in milliseconds', () => {
  readsBack(ycsb, {
    print: ({ throughput, milliseconds, threads, operations }) =>
      [
        `Command line: -db site.ycsb.db.JdbcDBClient -P workloads/workloada -t -threads ${threads}`,
        'YCSB Client 0.17.0',
        `[OVERALL], RunTime(ms), ${milliseconds}`,
        `[OVERALL], Throughput(ops/sec), ${throughput}`,
        '[TOTAL_GCs], Count, 3',
        ...operations.flatMap(({ name, operations: calls, limits: [min, avg, p99, max], failed }) => [
          `[${name}], Operations, ${calls}`,
          `[${name}], AverageLatency(us), ${avg}`,
          `[${name}], MinLatency(us), ${min}`,
          `[${name}], MaxLatency(us), ${max}`,
          `[${name}], 99thPercentileLatency(us), ${p99}`,
          `[${name}], Return=OK, ${calls}`,
          ...(failed > 0 ? [`[${name}], Return=NOT_FOUND, ${failed}`] : []),
        ]),
        '',
      ].join('\n'),
    parse: (text) => parseYcsbOutput(text, 'f'),
    expected: ({ throughput, milliseconds, threads, operations }) => ({
      version: '0.17.0',
      phase: 'run',
      workload: 'workloada',
      client: 'JdbcDBClient',
      threads,
      opsPerSecond: throughput,
      runtimeSeconds: milliseconds / 1000,
      operations: operations.map(
        ({ name, operations: calls, limits: [min = 0, avg = 0, p99 = 0, max = 0], failed }) => ({
          name,
          operations: calls,
          statistics: { min: min / 1000, avg: avg / 1000, p99: p99 / 1000, max: max / 1000 },
          returned: { OK: calls, ...(failed > 0 ? { NOT_FOUND: failed } : {}) },
        }),
      ),
    }),
  })
})
