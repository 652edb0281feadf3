import fc from 'fast-check'
import {
  BENCHMARK_VERSIONS,
  COMPILERS,
  type GeneratedRun,
  MACHINES,
  VERSIONS,
  WORKLOADS,
} from './generate-run-index.ts'

/** Runs with values of these lists, some of them of one kind. */
export const generatedRuns = (maxLength: number): fc.Arbitrary<GeneratedRun[]> =>
  fc.array(
    fc.record({
      version: fc.nat(VERSIONS.length - 1),
      compiler: fc.nat(COMPILERS.length - 1),
      config: fc.nat(3),
      hardware: fc.nat(MACHINES.length - 1),
      workload: fc.nat(WORKLOADS.length - 1),
      testSet: fc.nat(3),
      metricSet: fc.nat(1),
      benchmarkVersion: fc.nat(BENCHMARK_VERSIONS.length - 1),
      repeat: fc.integer({ min: 1, max: 3 }),
      startedAt: fc.option(fc.nat(1_000)),
      replaces: fc.boolean(),
    }),
    { maxLength, size: 'max' },
  )

/** Filters with values that exist, do not exist, or are the empty text. */
export const generatedFilters = fc.record(
  {
    product: fc.subarray(['Postgres', 'MySQL', 'none']),
    version: fc.subarray([...VERSIONS, '99']),
    compiler: fc.subarray([...COMPILERS]),
    config: fc.subarray(['x0', 'x1', 'x2', 'x3']),
    hardware: fc.subarray([...MACHINES]),
    workload: fc.subarray([...WORKLOADS]),
    benchmarkVersion: fc.subarray([...BENCHMARK_VERSIONS]),
    repeat: fc.subarray(['1', '2', '3', '03', 'x']),
    test: fc.subarray(['test-0', 'test-1', 'test-2', 'nothing']),
    group: fc.subarray(['even', '']),
    clients: fc.subarray(['1', '8']),
    'param:size': fc.subarray(['0', '1', '']),
  },
  { requiredKeys: [] },
)
