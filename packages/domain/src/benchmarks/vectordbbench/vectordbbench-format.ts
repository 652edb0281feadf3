import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { VECTORDBBENCH_METRICS } from './vectordbbench-metrics.ts'
import { isVectorReport, parseVectorReport, type VectorCase } from './vectordbbench-report.ts'

const BENCHMARK = 'VectorDBBench'

/** Result files of VectorDBBench, with a result for the serial search and one for each number of clients. */
const report: Format = {
  kind: 'vectordbbench',
  recognize: (_name, text) => isVectorReport(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    for (const found of take(context, file, 'vectordbbench', parseVectorReport(file.text, file.path)) ?? []) {
      const names = { ...file.directory.fields, ...file.named?.fields }
      const fields = {
        ...(names.product === undefined ? { product: found.database } : {}),
        ...(names.version === undefined && found.version !== null ? { version: found.version } : {}),
      }
      if (found.failure !== null) {
        const failure = { line: found.line, reason: found.failure, test: found.test, clients: 1 }
        addFailedOutput(context, file, { benchmark: BENCHMARK, fields, failure })
        continue
      }
      const clients = found.largestQps === null ? null : clientsOf(context, file, null)
      for (const result of resultsOf(found, clients, file.path)) {
        addRepeated(
          context,
          file,
          { benchmark: BENCHMARK, fields, metrics: VECTORDBBENCH_METRICS, results: [result] },
          seen,
        )
      }
    }
  },
}

/** @param clients of the largest throughput, which older files state without its clients. */
function resultsOf(found: VectorCase, clients: number | null, path: string): DraftResult[] {
  const quality = {
    ...(found.recall === null ? {} : { recall: found.recall }),
    ...(found.ndcg === null ? {} : { ndcg: found.ndcg }),
  }
  const resultOf = (test: string, primaryMetric: string, of: number, values: Record<string, number>): DraftResult => ({
    test: { name: test, role: 'measured', primaryMetric },
    clients: of,
    params: found.params,
    values,
    location: { path, line: found.line },
  })
  const { serial, searches, largestQps, loadSeconds } = found
  return [
    ...(Object.keys(serial).length === 0
      ? []
      : [
          resultOf(`${found.test}, serial`, 'latency_ms_p99', 1, {
            ...latencyMetrics(serial),
            ...quality,
            ...(loadSeconds === null ? {} : { load_s: loadSeconds }),
          }),
        ]),
    ...searches.map((search) =>
      resultOf(found.test, 'qps', search.clients, {
        qps: search.queriesPerSecond,
        ...latencyMetrics(search.latencies),
        ...quality,
      }),
    ),
    ...(largestQps === null || clients === null
      ? []
      : [resultOf(found.test, 'qps', clients, { qps: largestQps, ...quality })]),
  ]
}

export const vectordbbench: Benchmark = { name: BENCHMARK, programs: ['vectordbbench'], formats: [report] }
