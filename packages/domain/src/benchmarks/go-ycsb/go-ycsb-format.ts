import { addRepeated } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { type GoYcsbOutput, isGoYcsbOutput, parseGoYcsb } from './go-ycsb-output.ts'

const BENCHMARK = 'go-ycsb'

/** Output of go-ycsb. It does not name its workload, so a test has the name that its file states, or `ycsb`. */
const output: Format = {
  kind: 'go-ycsb',
  isNamedByPath: true,
  recognize: (_name, text) => isGoYcsbOutput(text),
  read(context, file) {
    const found = take(context, file, 'go-ycsb', parseGoYcsb(file.text, file.path))
    if (found === null) return
    const clients = clientsOf(context, file, found.threads)
    if (clients === null) return
    const isLoad = found.phase === 'load'
    const result = {
      test: {
        name: isLoad ? 'load' : (file.named?.fields.test ?? 'ycsb'),
        ...(isLoad ? { order: 1 } : {}),
        role: 'measured' as const,
        primaryMetric: 'ops/s',
      },
      clients,
      params: {},
      values: valuesOf(found),
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, new Map())
  },
}

function valuesOf({ operations }: GoYcsbOutput): Record<string, number> {
  const total = operations.find(({ name }) => name === 'TOTAL')
  const failed = operations.filter(({ name }) => name.endsWith('_ERROR'))
  const succeeded = operations.filter((one) => one !== total && !failed.includes(one))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    'ops/s': total?.perSecond ?? sum(succeeded.map(({ perSecond }) => perSecond)),
    elapsed_s: Math.max(...operations.map(({ seconds }) => seconds)),
    ignored_errors: sum(failed.map(({ count }) => count)),
    ...latencyMetrics(total?.latencies ?? {}),
    ...Object.assign({}, ...succeeded.map(({ name, latencies }) => latencyMetrics(latencies, name))),
  }
}

export const goYcsb: Benchmark = { name: BENCHMARK, formats: [output] }
