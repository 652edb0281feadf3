import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import type { Metric } from '../../run/metric.ts'
import { isTprochLog, parseTprochLog, type TprochTest } from './tproch-log.ts'

const BENCHMARK = 'TPROC-H'

const GEOMEAN: Metric = {
  name: 'geomean_s',
  unit: 's',
  better: 'lower',
  about: 'geometric mean of the times of all queries, of the slowest stream',
}

/** The log of TPROC-H: a power test with one virtual user, a throughput test with several. */
const log: Format = {
  kind: 'hammerdb-tproch',
  isNamedByPath: true,
  recognize: (_name, text) => isTprochLog(text) && !text.includes('TEST RESULT : '),
  read(context, file) {
    const parsed = parseTprochLog(file.text, file.path)
    addFailedOutput(context, file, { benchmark: BENCHMARK, failure: parsed.failure })
    const test = take(context, file, 'hammerdb-tproch', parsed)
    if (test === null) return
    const seen: SeenResults = new Map()
    for (const result of resultsOf(test, file.path))
      addRepeated(context, file, { benchmark: BENCHMARK, metrics: [GEOMEAN], results: [result] }, seen)
  },
}

function resultsOf({ streams, scaleFactor }: TprochTest, path: string): DraftResult[] {
  const name = streams.length === 1 ? 'power' : 'throughput'
  const common = {
    clients: streams.length,
    params: scaleFactor === null ? {} : { scale_factor: scaleFactor },
    location: { path, line: streams[0]?.line ?? 1 },
  }
  const means = streams.flatMap(({ geomean }) => geomean ?? [])
  const whole: DraftResult = {
    ...common,
    test: {
      name,
      order: 1,
      role: 'measured',
      primaryMetric: means.length === streams.length ? GEOMEAN.name : 'elapsed_s',
    },
    values: {
      elapsed_s: Math.max(...streams.map(({ seconds }) => seconds)),
      ...(means.length === streams.length ? { [GEOMEAN.name]: Math.max(...means) } : {}),
    },
  }
  const times = Map.groupBy(
    streams.flatMap(({ queries }) => queries),
    (query) => query.name,
  )
  const queries = [...times].map(([query, all]): DraftResult => {
    const time = all.reduce((sum, { seconds }) => sum + seconds, 0) / all.length
    const order = Number(query.slice(1)) + 1
    return {
      ...common,
      test: { name: query, group: name, order, role: 'measured', primaryMetric: 'time_s' },
      values: { time_s: time },
    }
  })
  return [whole, ...queries]
}

export const tproch: Benchmark = { name: BENCHMARK, formats: [log] }
