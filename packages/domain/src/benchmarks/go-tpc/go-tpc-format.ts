import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import { countOf } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { type GoTpcSummary, isGoTpcOutput, parseGoTpc } from './go-tpc-output.ts'

const BENCHMARK = 'go-tpc'

/** Output of go-tpc: one test for TPC-C, a test for each query of TPC-H. */
const output: Format = {
  kind: 'go-tpc',
  isNamedByPath: true,
  recognize: (_name, text) => isGoTpcOutput(text),
  read(context, file) {
    const found = take(context, file, 'go-tpc', parseGoTpc(file.text, file.path))
    if (found === null) return
    const seen: SeenResults = new Map()
    const named = countOf(file.named?.fields.clients ?? file.directory.fields.clients) ?? context.overrides.clients
    for (const [index, { name, seconds, line }] of found.queries.entries()) {
      const result = {
        test: { name, order: index + 1, role: 'measured' as const, primaryMetric: 'time_s' },
        clients: named ?? 1,
        params: {},
        values: { time_s: seconds },
        location: { path: file.path, line },
      }
      addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, seen)
    }
    if (found.tpmC === null) return
    const clients = clientsOf(context, file, null)
    if (clients === null) return
    const result = {
      test: { name: 'tpcc', role: 'measured' as const, primaryMetric: 'NOPM' },
      clients,
      params: {},
      values: transactionValues(found, found.tpmC),
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, seen)
  },
}

function transactionValues({ transactions, errors, tpmTotal }: GoTpcSummary, tpmC: number): Record<string, number> {
  return {
    NOPM: tpmC,
    ...(tpmTotal === null ? {} : { TPM: tpmTotal }),
    elapsed_s: Math.max(...transactions.map(({ seconds }) => seconds)),
    ignored_errors: errors,
    ...Object.assign({}, ...transactions.map(({ name, latencies }) => latencyMetrics(latencies, name))),
  }
}

export const goTpc: Benchmark = { name: BENCHMARK, formats: [output] }
