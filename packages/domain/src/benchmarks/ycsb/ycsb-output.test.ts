import { expect, test } from 'vitest'
import { onGrid } from '../../parse/sample-grid.ts'
import { parseYcsbOutput } from './ycsb-output.ts'

const OUTPUT = [
  '/usr/bin/java -cp /opt/ycsb/lib/core.jar site.ycsb.Client -t -db site.ycsb.db.JdbcDBClient -s -P workloads/workloada -threads 16',
  'YCSB Client 0.17.0',
  '2021-03-04 05:06:07:100 0 sec: 0 operations; est completion in 0 second',
  '2021-03-04 05:06:17:100 10 sec: 1000 operations; 100 current ops/sec; est completion in 20 seconds [READ: Count=500, Max=120, Min=10, Avg=20.5, 90=30, 99=40, 99.9=50, 99.99=60] [UPDATE: Count=500, Max=9, Min=1, Avg=2500, 90=3, 99=4, 99.9=5, 99.99=6]',
  '2021-03-04 05:06:27:100 20 sec: 2500 operations; 150.25 current ops/sec; est completion in 5 seconds [READ AverageLatency(us)=30]',
  '2021-03-04 05:06:30:600 23 sec: 3000 operations; 142.86 current ops/sec; [CLEANUP: Count=16, Max=1, Min=0, Avg=0.5, 90=1, 99=1, 99.9=1, 99.99=1]',
  '[OVERALL], RunTime(ms), 23500',
  '[OVERALL], Throughput(ops/sec), 127.6595744680851',
  '[TOTAL_GC_TIME], Time(ms), 32',
  '[READ], Operations, 1500',
  '[READ], AverageLatency(us), 1234.5',
  '[READ], MinLatency(us), 101',
  '[READ], 95thPercentileLatency(us), 2001',
  '[READ], 99.9PercentileLatency(us), 4001',
  '[READ], 99.99thPercentileLatency(us), 5001',
  '[READ], Return=OK, 1498',
  '[READ], Return=NOT_FOUND, 2',
  '[READ-FAILED], AverageLatency(us), NaN',
  '[UPDATE], 99thPercentileLatency(ms), 7',
  '[UPDATE], 0, 1200',
  '[UPDATE], >1000, 0',
  '[CLEANUP], Operations, 16',
  '',
].join('\n')

test('throughput, operations in milliseconds with both spellings of percentiles, and facts of the command line', () => {
  const { value, problems } = parseYcsbOutput(OUTPUT, 'f')
  expect(problems).toEqual([])
  expect(value).toMatchObject({
    version: '0.17.0',
    phase: 'run',
    workload: 'workloada',
    client: 'JdbcDBClient',
    threads: 16,
    opsPerSecond: 127.6595744680851,
    runtimeSeconds: 23.5,
    operations: [
      {
        name: 'READ',
        operations: 1500,
        statistics: { avg: 1.2345, min: 0.101, p95: 2.001, 'p99.9': 4.001, 'p99.99': 5.001 },
        returned: { OK: 1498, NOT_FOUND: 2 },
      },
      { name: 'READ-FAILED', statistics: {} },
      { name: 'UPDATE', statistics: { p99: 7 } },
    ],
  })
})

test('status lines are samples at even distances', () => {
  const status = parseYcsbOutput(OUTPUT, 'f').value?.status ?? []
  const even = onGrid(status.filter(({ opsPerSecond }) => opsPerSecond !== null))
  expect(even?.intervalSeconds).toBe(10)
  expect(even?.samples.map((sample) => [sample?.opsPerSecond, sample?.meanMs])).toEqual([
    [100, { READ: 0.0205, UPDATE: 2.5 }],
    [150.25, { READ: 0.03 }],
  ])
})

test('a decimal comma only loses its own sample and is not read as another number', () => {
  const { value, problems } = parseYcsbOutput(OUTPUT.replace('150.25 current', '150,25 current'), 'f')
  expect([problems, value?.unreadStatus]).toEqual([[], 1])
  expect(value?.status.length).toBe(3)
})

test('without a command line threads are unknown; a command line without -threads means one', () => {
  const bare = OUTPUT.slice(OUTPUT.indexOf('[OVERALL]'))
  expect(parseYcsbOutput(bare, 'f').value).toMatchObject({ threads: null, phase: null, workload: null })
  expect(parseYcsbOutput(OUTPUT.replace(' -threads 16', ''), 'f').value?.threads).toBe(1)
})

test('a missing throughput, NaN and a second report give no result', () => {
  for (const text of [
    OUTPUT.replace(/^.*Throughput.*\n/m, ''),
    OUTPUT.replace('127.6595744680851', 'NaN'),
    OUTPUT + OUTPUT,
  ]) {
    const { value, problems } = parseYcsbOutput(text, 'f')
    expect([value, problems.length > 0]).toEqual([null, true])
  }
})
