import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { isMongoPerfReport, parseMongoPerf } from './mongo-perf-report.ts'

const BENCHMARK = 'mongo-perf'

/** The file of `benchrun.py --out`. Each trial of a test is a repeat. */
const report: Format = {
  kind: 'mongo-perf',
  isNamedByPath: true,
  recognize: (_name, text) => isMongoPerfReport(text),
  read(context, file) {
    const found = take(context, file, 'mongo-perf', parseMongoPerf(file.text, file.path))
    if (found === null) return
    const known = { ...file.directory.fields, ...file.named?.fields }
    const fields = known.product === undefined ? { product: 'MongoDB' } : {}
    const params = found.storageEngine === null ? {} : { storage_engine: found.storageEngine }
    const seen: SeenResults = new Map()
    const orders = new Map([...new Set(found.results.map(({ test }) => test))].map((name, at) => [name, at + 1]))
    for (const { test, threads, opsPerSecond, trials, seconds, errors, line } of found.results) {
      if (opsPerSecond === 0) {
        const failure = { line, reason: '0 operations per second', test, clients: threads }
        addFailedOutput(context, file, { benchmark: BENCHMARK, fields, failure })
        continue
      }
      for (const perSecond of trials.length > 0 ? trials : [opsPerSecond]) {
        const result = {
          test: { name: test, order: orders.get(test) ?? 1, role: 'measured' as const, primaryMetric: 'ops/s' },
          clients: threads,
          params,
          values: {
            'ops/s': perSecond,
            ...(seconds === null ? {} : { elapsed_s: seconds }),
            ...(errors === 0 ? {} : { ignored_errors: errors }),
          },
          location: { path: file.path, line },
        }
        addRepeated(context, file, { benchmark: BENCHMARK, fields, results: [result] }, seen)
      }
    }
  },
}

export const mongoPerf: Benchmark = { name: BENCHMARK, programs: ['benchrun.py'], formats: [report] }
