import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { countOf } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../../import/import-context.ts'
import type { Metric } from '../../run/metric.ts'
import { isQueryStreams, parseQueryStreams, type QueryStream, type StreamQuery } from './query-streams.ts'

const BENCHMARK = 'TPC-DS'

const GEOMEAN: Metric = {
  name: 'geomean_s',
  unit: 's',
  better: 'lower',
  about: 'geometric mean of the times of all queries, of the slowest stream',
}

/** Timed streams of TPC-DS. Stream 0 is the power test; several streams at a time are the throughput test. */
const output: Format = {
  kind: 'tpc-ds',
  isNamedByPath: true,
  recognize: (_name, text) => isQueryStreams(text),
  read(context, file) {
    const streams = take(context, file, 'tpc-ds', parseQueryStreams(file.text, file.path))
    if (streams === null) return
    const seen: SeenResults = new Map()
    const isPower = streams.length === 1 && streams[0]?.stream === 0
    const about = { name: isPower ? 'power' : 'throughput', clients: isPower ? 1 : clientsOf(context, file, streams) }
    const whole = wholeTest(streams)
    if (whole !== null) add(context, file, { ...about, test: about.name, order: 1, line: 1, ...whole }, seen)
    for (const { stream, queries } of streams)
      for (const query of queries) addQuery(context, file, { ...about, stream, query }, seen)
  },
}

/** Streams of a throughput test that are written into several files have their number in names or `--clients`. */
const clientsOf = ({ overrides }: ImportContext, { named, directory }: SourceFile, streams: readonly QueryStream[]) =>
  countOf(named?.fields.clients ?? directory.fields.clients) ?? overrides.clients ?? streams.length

type Added = {
  name: string
  clients: number
  test: string
  order: number
  line: number
  primaryMetric: string
  values: Record<string, number>
  params?: Record<string, number>
}

function add(context: ImportContext, file: SourceFile, added: Added, seen: SeenResults): void {
  const { name, clients, test, order, line, primaryMetric, values, params = {} } = added
  const result = {
    test: { name: test, ...(test === name ? {} : { group: name }), order, role: 'measured' as const, primaryMetric },
    clients,
    params,
    values,
    location: { path: file.path, line },
  }
  addRepeated(context, file, { benchmark: BENCHMARK, metrics: [GEOMEAN], results: [result] }, seen)
}

type Query = { name: string; clients: number; stream: number; query: StreamQuery }

function addQuery(
  context: ImportContext,
  file: SourceFile,
  { name, clients, stream, query: { template, seconds, error, line } }: Query,
  seen: SeenResults,
): void {
  const test = `Q${template}`
  if (seconds === null) {
    const failure = { line, reason: error ?? 'failed', test, clients }
    addFailedOutput(context, file, { benchmark: BENCHMARK, failure })
    return
  }
  const params = name === 'power' ? {} : { stream }
  const values = { time_s: seconds }
  add(context, file, { name, clients, test, order: template + 1, line, primaryMetric: 'time_s', values, params }, seen)
}

/** The time of the longest stream; null when a query failed, because then the test has no result. */
function wholeTest(streams: readonly QueryStream[]): Pick<Added, 'primaryMetric' | 'values'> | null {
  const times = streams.map(({ queries }) => queries.flatMap(({ seconds }) => seconds ?? []))
  if (streams.some(({ queries }, at) => queries.length !== times[at]?.length)) return null
  const totals = times.map((all) => all.reduce((sum, seconds) => sum + seconds, 0))
  const means = times.map((all) => Math.exp(all.reduce((sum, seconds) => sum + Math.log(seconds), 0) / all.length))
  const hasMean = means.every((mean) => mean > 0)
  return {
    primaryMetric: 'elapsed_s',
    values: { elapsed_s: Math.max(...totals), ...(hasMean ? { [GEOMEAN.name]: Math.max(...means) } : {}) },
  }
}

export const tpcDs: Benchmark = { name: BENCHMARK, formats: [output] }
