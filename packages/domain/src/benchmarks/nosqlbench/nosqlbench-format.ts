import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isNosqlbenchSummary, type NosqlbenchTimer, parseNosqlbench } from './nosqlbench-summary.ts'

const BENCHMARK = 'NoSQLBench'

/** Timers that measure the operations of an activity, in the order of preference. */
const CYCLES = ['cycles.servicetime', 'cycles_servicetime', 'result', 'result-success', 'result_success', 'execute']

/** Maximum timers that a message lists. */
const MAX_NAMES = 8

/** Summaries of NoSQLBench: each activity is a test. */
const summary: Format = {
  kind: 'nosqlbench',
  isNamedByPath: true,
  recognize: (_name, text) => isNosqlbenchSummary(text),
  read(context, file) {
    const timers = take(context, file, 'nosqlbench', parseNosqlbench(file.text, file.path))
    if (timers === null) return
    if (!timers.some(({ timer, count }) => CYCLES.includes(timer) && count > 0)) {
      const names = [...new Set(timers.map(({ timer }) => timer))].slice(0, MAX_NAMES).join(', ')
      context.problems.push({
        file: file.path,
        message: `has no timer of operations: ${CYCLES[0]} or result; found: ${names}`,
      })
    }
    const seen: SeenResults = new Map()
    for (const [activity, all] of Map.groupBy(timers, (timer) => timer.activity)) {
      const found = CYCLES.flatMap((name) => all.find(({ timer }) => timer === name) ?? [])[0]
      if (found === undefined || found.count === 0) continue
      const clients = clientsOf(context, file, null)
      if (clients === null) return
      const result = {
        test: { name: activity, role: roleOf(activity), primaryMetric: 'ops/s' },
        clients,
        params: {},
        values: valuesOf(found, all),
        location: { path: file.path, line: found.line },
        operations: found.count,
      }
      addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, seen)
    }
  },
}

const roleOf = (activity: string) => (/rampup|schema/.test(activity) ? ('load' as const) : ('measured' as const))

/** Response times include the wait of an operation that the rate limit delayed; service times do not. */
function valuesOf(found: NosqlbenchTimer, all: readonly NosqlbenchTimer[]): Record<string, number> {
  const response = all.find(({ timer }) => /^cycles[._]responsetime$/.test(timer))
  return {
    'ops/s': found.opsPerSecond,
    elapsed_s: found.count / found.opsPerSecond,
    ...latencyMetrics(found.latencies),
    ...(response === undefined ? {} : latencyMetrics(response.latencies, 'response')),
  }
}

export const nosqlbench: Benchmark = { name: BENCHMARK, programs: ['nb', 'nb5'], formats: [summary] }
