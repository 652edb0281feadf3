import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import type { Fragment } from '../../import/run-draft.ts'
import { unreadProgress } from '../../import/unread-progress.ts'
import { onGrid } from '../../parse/sample-grid.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { UploadSamples } from '../../run/upload-document.ts'
import { isYcsbOutput, parseYcsbOutputs, type YcsbOutput } from './ycsb-output.ts'

const ORDER = ['workloada', 'workloadb', 'workloadc', 'workloadf', 'workloadd', 'workloade']

/** Reports of YCSB. Each is a load or a workload. */
const report: Format = {
  kind: 'ycsb',
  isNamedByPath: true,
  recognize: (_name, text) => isYcsbOutput(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const parsed = parseYcsbOutputs(file.text, file.path)
    addFailedOutput(context, file, { benchmark: 'YCSB', failure: parsed.failure })
    for (const found of take(context, file, 'ycsb', parsed) ?? []) {
      const named = file.named?.fields ?? {}
      const clients = clientsOf(context, file, found.threads)
      if (clients !== null)
        addRepeated(context, file, fragmentOf(found, { clients, path: file.path, named: named.test }), seen)
    }
  },
}

function fragmentOf(found: YcsbOutput, about: { clients: number; path: string; named: string | undefined }): Fragment {
  const isLoad = found.phase === 'load'
  const workload = found.workload ?? about.named ?? 'ycsb'
  const position = ORDER.indexOf(workload)
  return {
    benchmark: 'YCSB',
    clientVersion: found.version === null ? null : `YCSB ${found.version}`,
    notes: unreadProgress({ unread: found.unreadStatus, read: found.status.length }),
    results: [
      {
        test: {
          name: isLoad ? 'load' : workload,
          ...(isLoad ? { order: 1 } : position === -1 ? {} : { order: 10 + position }),
          role: 'measured',
          primaryMetric: 'ops/s',
          connectionsPerClient: 1,
        },
        clients: about.clients,
        params: found.client === null ? {} : { client: found.client },
        values: valuesOf(found),
        samples: samplesOf(found),
        location: { path: about.path },
      },
    ],
  }
}

function valuesOf({ opsPerSecond, runtimeSeconds, operations }: YcsbOutput): Record<string, number> {
  const latencies = operations.flatMap(({ name, statistics }) =>
    Object.entries(statistics).map(([statistic, value]) => [operationLatencyMetric(statistic, name), value] as const),
  )
  const failed = operations.flatMap(({ name, returned }) =>
    // Every failure is also counted under the name of its operation.
    name.startsWith('Intended-')
      ? []
      : Object.entries(returned).flatMap(([code, count]) => (code === 'OK' || code === '0' ? [] : [count])),
  )
  return {
    'ops/s': opsPerSecond,
    ...(runtimeSeconds === null ? {} : { elapsed_s: runtimeSeconds }),
    ...(operations.some(({ returned }) => Object.keys(returned).length > 0)
      ? { ignored_errors: failed.reduce((sum, count) => sum + count, 0) }
      : {}),
    ...Object.fromEntries(latencies),
  }
}

function samplesOf({ status }: YcsbOutput): UploadSamples[] {
  // The first status line has no interval before it.
  const grid = onGrid(status.filter(({ opsPerSecond }) => opsPerSecond !== null))
  if (grid === null) return []
  const { intervalSeconds, startSeconds, samples } = grid
  const series = (metric: string, values: (number | null)[]): UploadSamples[] =>
    values.every((value) => value === null) ? [] : [{ metric, intervalSeconds, startSeconds, values }]
  const operations = [...new Set(samples.flatMap((sample) => Object.keys(sample?.meanMs ?? {})))]
  return [
    ...series(
      'ops/s',
      samples.map((sample) => sample?.opsPerSecond ?? null),
    ),
    ...operations.flatMap((operation) =>
      series(
        operationLatencyMetric('avg', operation),
        samples.map((sample) => sample?.meanMs[operation] ?? null),
      ),
    ),
  ]
}

export const ycsb: Benchmark = { name: 'YCSB', programs: ['ycsb', 'ycsb.sh'], formats: [report] }
