import { addRepeated } from '../../import/add-repeated.ts'
import type { Fields } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { noteStatedTest, take } from '../../import/import-context.ts'
import { productNamed } from '../../import/names/product-names.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { type BenchbaseSummary, isBenchbaseSummary, parseBenchbase } from './benchbase-summary.ts'
import { benchbaseWindows } from './benchbase-windows-format.ts'

/** Summaries of BenchBase, which state product and version. */
const summary: Format = {
  kind: 'benchbase',
  isNamedByPath: true,
  recognize: (_name, text) => isBenchbaseSummary(text),
  read(context, file) {
    const found = take(context, file, 'benchbase', parseBenchbase(file.text, file.path))
    if (found === null) return
    noteStatedTest(context, file)
    const result = {
      test: { name: found.test, role: 'measured' as const, primaryMetric: 'ops/s' },
      clients: found.terminals,
      params: {
        ...(found.scaleFactor === null ? {} : { scale_factor: found.scaleFactor }),
        ...(found.isolation === null ? {} : { isolation: found.isolation }),
      },
      values: {
        'ops/s': found.goodputPerSecond,
        elapsed_s: found.seconds,
        ...latencyMetrics(found.latencies),
      },
      location: { path: file.path },
    }
    const named = { ...file.directory.fields, ...file.named?.fields }
    addRepeated(
      context,
      file,
      { benchmark: 'BenchBase', fields: statedFields(found, named), results: [result] },
      new Map(),
    )
  },
}

/** A name wins over the summary: a fork reports the product and the version that it is compatible with. */
function statedFields({ dbms, dbmsVersion }: BenchbaseSummary, named: Fields): Fields {
  const [version] = /\d+(?:\.\d+){0,3}/.exec(dbmsVersion) ?? []
  return {
    ...(named.product === undefined ? { product: productNamed(dbms) } : {}),
    ...(named.version === undefined && version !== undefined ? { version } : {}),
  }
}

export const benchbase: Benchmark = { name: 'BenchBase', formats: [summary, benchbaseWindows] }
