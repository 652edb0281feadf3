import { partialSort } from '../../partial-sort.ts'
import type { RunSummary } from '../../types.ts'
import type { RunEntry } from '../run-index/run-index.ts'

export function summarizeRun(run: RunEntry): RunSummary {
  const { build, config, hardware, workload, testSet } = run
  return {
    id: run.id,
    product: build.product,
    version: build.version,
    buildId: build.id,
    build: build.name,
    compiler: build.compiler,
    configId: config.id,
    config: config.name,
    hardwareId: hardware.id,
    hardware: hardware.name,
    benchmark: workload.benchmark,
    workload: workload.name,
    repeat: run.repeat,
    startedAt: run.startedAt === null ? null : new Date(run.startedAt).toISOString(),
    receivedAt: new Date(run.receivedAt).toISOString(),
    resultCount: testSet.items.length,
    testCount: testSet.testCount,
    clients: [...testSet.clients],
  }
}

/** Sorts runs by arrival, newest first. */
export const newestFirst = (runs: readonly RunEntry[], limit: number): RunSummary[] =>
  partialSort(runs, limit, byArrival).map(summarizeRun)

export const byArrival = (a: RunEntry, b: RunEntry): number => b.receivedAt - a.receivedAt || (a.id < b.id ? -1 : 1)
