import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { productNamed } from '../../import/names/product-names.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import type { Metric } from '../../run/metric.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { type AnnRun, isAnnExport, parseAnnExport } from './ann-benchmarks-export.ts'

const BENCHMARK = 'ann-benchmarks'
const MAX_PARAMETERS = 200

const METRICS: readonly Metric[] = [
  { name: 'recall', unit: 'share', better: 'higher', about: 'share of the k nearest neighbors that the search found' },
  { name: 'build_s', unit: 's', better: 'lower', about: 'time to build the index' },
  { name: 'index_kb', unit: 'kB', better: 'lower', about: 'size of the index' },
]

/** Exports of ann-benchmarks. A data set is a test; an algorithm is a product, unless a name states one. */
const exported: Format = {
  kind: 'ann-benchmarks',
  isNamedByPath: true,
  recognize: (_name, text) => isAnnExport(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const names = { ...file.directory.fields, ...file.named?.fields }
    for (const found of take(context, file, 'ann-benchmarks', parseAnnExport(file.text, file.path)) ?? []) {
      const fields = names.product === undefined ? { product: productNamed(found.algorithm) } : {}
      const fragment = { benchmark: BENCHMARK, fields, metrics: METRICS, results: [resultOf(found, file.path)] }
      addRepeated(context, file, fragment, seen)
    }
  },
}

/** ann-benchmarks sends one query at a time. */
function resultOf(found: AnnRun, path: string): DraftResult {
  return {
    test: { name: found.dataset, role: 'measured', primaryMetric: 'qps' },
    clients: 1,
    params: { algorithm: found.algorithm, parameters: found.parameters.slice(0, MAX_PARAMETERS), k: found.count },
    values: {
      qps: found.queriesPerSecond,
      recall: found.recall,
      ...(found.buildSeconds === null ? {} : { build_s: found.buildSeconds }),
      ...(found.indexKb === null ? {} : { index_kb: found.indexKb }),
      ...latencyMetrics(found.latencies),
    },
    location: { path, line: found.line },
  }
}

export const annBenchmarks: Benchmark = { name: BENCHMARK, formats: [exported] }
