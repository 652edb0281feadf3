import { RunIndex, type TestSetItem } from '../hot/run-index/run-index.ts'

export const VERSIONS = ['9.6', '10.1', '17.6', '18beta1', '18.0'] as const
export const COMPILERS = ['gcc', 'clang', ''] as const
export const MACHINES = ['lab1', 'lab2', 'nuc'] as const
export const WORKLOADS = ['cached', 'io', 'load'] as const
export const BENCHMARK_VERSIONS = ['', '1.0', '1.1'] as const

/** One generated run: a number for each of its entries, which selects a name from the lists above if there is one. */
export type GeneratedRun = {
  version: number
  compiler: number
  config: number
  hardware: number
  workload: number
  /** Number of its tests. */
  testSet: number
  metricSet: number
  benchmarkVersion: number
  repeat: number
  startedAt: number | null
  replaces: boolean
}

/** Builds an index of these runs, as loading from the database would. */
export function makeRunIndex(runs: readonly GeneratedRun[]): RunIndex {
  const index = new RunIndex()
  addRuns(index, runs)
  return index
}

/** Adds runs to an index, with the entries that they refer to. */
export function addRuns(index: RunIndex, runs: readonly GeneratedRun[]): void {
  for (const run of runs) {
    const position = index.runs.length
    const [version, compiler] = [VERSIONS[run.version] ?? `20.${run.version}`, COMPILERS[run.compiler] ?? '']
    const product = run.version % 2 === 0 ? 'Postgres' : 'MySQL'
    const benchmarkVersion = BENCHMARK_VERSIONS[run.benchmarkVersion] ?? ''
    const hardware = { kernel: null, smt: null, os: null, storage: null, fileSystem: null }
    const build = { flags: '', commit: null, buildType: null, binarySha256: null, versionSortKey: version }
    index.addRun({
      id: `run-${String(position).padStart(9, '0')}`,
      build: index.builds.put(`build-${version}-${compiler}`, {
        ...build,
        ...{ productId: product, product, versionId: version, version, name: `o2 ${compiler}`, compiler },
      }),
      config: index.configs.put(`config-${run.config}`, { name: `x${run.config}`, textSha256: null }),
      hardware: index.hardware.put(`hardware-${run.hardware}`, {
        name: MACHINES[run.hardware] ?? `machine-${run.hardware}`,
        ...hardware,
      }),
      workload: index.workloads.put(`workload-${run.workload}`, {
        ...{ benchmarkId: 'sysbench', benchmark: 'sysbench', name: WORKLOADS[run.workload] ?? '' },
        params: { size: run.workload },
      }),
      benchmarkVersion: index.benchmarkVersions.put(benchmarkVersion, { name: benchmarkVersion }),
      testSet: testSetOf(index, run.testSet),
      metricSet: metricSetOf(index, run.metricSet),
      ...{ repeat: run.repeat, startedAt: run.startedAt, receivedAt: position, testbed: null, replaces: run.replaces },
    })
  }
  index.revision = {}
}

function testSetOf(index: RunIndex, number: number) {
  const items = Array.from({ length: number }, (_, at): TestSetItem => {
    const [group, role] = [at % 2 === 0 ? 'even' : null, at === 2 ? ('load' as const) : ('measured' as const)]
    const test = { name: `test-${at}`, group, position: at, role, primaryMetric: 'qps', targetRate: null }
    const params = at === 1 ? { size: 1 } : null
    return { test: index.tests.put(`test-${at}`, test), clients: at === 0 ? 1 : 8, params }
  })
  return index.testSets.put(`tests-${number}`, { items, clients: [1, 8], testCount: number })
}

function metricSetOf(index: RunIndex, number: number) {
  const names = ['qps', 'latency_ms_p95'].slice(0, number + 1)
  const metrics = names.map((name) => ({ name, unit: '', better: 'higher' as const, about: '' }))
  return index.metricSets.put(`metrics-${number}`, {
    metrics,
    positions: new Map(names.map((name, at) => [name, at + 1])),
  })
}
