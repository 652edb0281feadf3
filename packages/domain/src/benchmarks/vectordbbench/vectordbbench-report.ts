import { z } from 'zod'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { atMostNumber, checkInvariants, ordered, refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, type JsonPath, type JsonReport, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** The searches of one number of clients. Response times are milliseconds by statistic. */
export type VectorSearch = { clients: number; queriesPerSecond: number; latencies: Readonly<Record<string, number>> }

/** One case of a result file: a data set with an index and its parameters. */
export type VectorCase = {
  line: number
  test: string
  database: string
  version: string | null
  params: Readonly<Record<string, string | number>>
  /** Set when the tool marks the result as failed or out of range. */
  failure: string | null
  recall: number | null
  ndcg: number | null
  loadSeconds: number | null
  /** Response times of one client in milliseconds by statistic; empty when the serial search was not run. */
  serial: Readonly<Record<string, number>>
  searches: readonly VectorSearch[]
  /** The largest throughput of a file without searches by clients, as older releases write it. */
  largestQps: number | null
}

const numbers = z.array(z.number()).default([])
const Metrics = z.looseObject({
  load_duration: z.number().default(0),
  qps: z.number().default(0),
  serial_latency_p99: z.number().default(0),
  serial_latency_p95: z.number().default(0),
  recall: z.number().default(0),
  ndcg: z.number().default(0),
  conc_num_list: z.array(z.int().min(1)).default([]),
  conc_qps_list: numbers,
  conc_latency_p99_list: numbers,
  conc_latency_p95_list: numbers,
  conc_latency_avg_list: numbers,
})
const CaseResult = z.looseObject({
  metrics: Metrics,
  task_config: z.looseObject({
    db: z.string().min(1),
    db_config: z.looseObject({ db_label: z.string().default(''), version: z.string().default('') }),
    db_case_config: z.record(z.string(), z.unknown()).default({}),
    case_config: z.looseObject({
      case_id: z.union([z.int(), z.string()]),
      custom_case: z.record(z.string(), z.unknown()).nullish(),
      k: z.int().min(1).nullish(),
    }),
  }),
  // Newer releases leave it out where the case succeeded.
  label: z.string().default(':)'),
})
type CaseResult = z.infer<typeof CaseResult>
const Report = z.looseObject({ results: z.array(CaseResult).min(1) })

const LISTS = ['conc_qps_list', 'conc_latency_p99_list', 'conc_latency_p95_list', 'conc_latency_avg_list'] as const

/** Names of cases by their number; later numbers have other meanings in other releases. */
const CASES: Readonly<Record<number, string>> = {
  ...{
    1: 'CapacityDim128',
    2: 'CapacityDim960',
    3: 'Performance768D100M',
    4: 'Performance768D10M',
    5: 'Performance768D1M',
  },
  ...{ 6: 'Performance768D10M1P', 7: 'Performance768D1M1P', 8: 'Performance768D10M99P', 9: 'Performance768D1M99P' },
  ...{ 10: 'Performance1536D500K', 11: 'Performance1536D5M', 12: 'Performance1536D500K1P', 13: 'Performance1536D5M1P' },
  ...{ 14: 'Performance1536D500K99P', 15: 'Performance1536D5M99P', 50: 'Performance1536D50K' },
}

const FAILURES: Readonly<Record<string, string>> = {
  x: 'VectorDBBench marks the case as failed',
  '?': 'VectorDBBench marks the case as out of range',
}

export const isVectorReport = (text: string): boolean =>
  isJsonObjectWith(text, 'run_id', 'task_label', 'results', 'task_config', 'serial_latency_p99')

/** Parses a result file of VectorDBBench. */
export function parseVectorReport(text: string, file: string): Parsed<VectorCase[]> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { report } = parsed
  const problems = report.value.results.flatMap((result, index) => checkCase(result, ['results', index], report, file))
  if (problems.length > 0) return { value: null, problems }
  return {
    value: report.value.results.map((result, index) => readCase(result, report.lineOf(['results', index]))),
    problems,
  }
}

function readCase({ metrics, task_config: task, label }: CaseResult, line: number): VectorCase {
  const { case_id: id, custom_case: custom, k } = task.case_config
  const stated = (value: number) => (value === 0 ? null : value)
  const seconds = { p95: metrics.serial_latency_p95, p99: metrics.serial_latency_p99 }
  return {
    line,
    test: (typeof id === 'number' ? CASES[id] : id) ?? `case ${id}`,
    database: task.db,
    version: task.db_config.version.replace(/^v(?=\d)/i, '') || null,
    params: {
      ...scalars(custom ?? {}),
      ...scalars(task.db_case_config),
      ...(k == null ? {} : { k }),
      // The label is a time where nobody named the database.
      ...(/^(?:$|\d{4}-\d\d-\d\dT)/.test(task.db_config.db_label) ? {} : { db_label: task.db_config.db_label }),
    },
    failure: FAILURES[label] ?? null,
    recall: stated(metrics.recall),
    ndcg: stated(metrics.ndcg),
    loadSeconds: stated(metrics.load_duration),
    serial: inMs(seconds),
    searches: metrics.conc_num_list.map((clients, i) => ({
      clients,
      queriesPerSecond: metrics.conc_qps_list[i] ?? 0,
      latencies: inMs({
        avg: metrics.conc_latency_avg_list[i] ?? 0,
        p95: metrics.conc_latency_p95_list[i] ?? 0,
        p99: metrics.conc_latency_p99_list[i] ?? 0,
      }),
    })),
    largestQps: metrics.conc_num_list.length > 0 ? null : stated(metrics.qps),
  }
}

/** Seconds as milliseconds; 0 means that the value was not measured. */
const inMs = (seconds: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(seconds).flatMap(([name, value]) => (value === 0 ? [] : [[name, value * 1_000]])))

const MAX_PARAM = 200

const scalars = (config: Readonly<Record<string, unknown>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'number' && Number.isFinite(value)) return [[name, value]]
      if (typeof value === 'boolean') return [[name, String(value)]]
      return typeof value === 'string' && value !== '' && value.length <= MAX_PARAM ? [[name, value]] : []
    }),
  )

/** Lists have an entry for each number of clients, percentiles rise, and the throughput is the largest of the list. */
function checkCase({ metrics }: CaseResult, at: JsonPath, { lineOf }: JsonReport<unknown>, file: string): Problem[] {
  const line = (...path: JsonPath) => lineOf([...at, 'metrics', ...path])
  const count = metrics.conc_num_list.length
  const uneven = LISTS.find(
    (name) => metrics[name].length !== count && (name === 'conc_qps_list' || metrics[name].length > 0),
  )
  if (uneven !== undefined) {
    const what = `${uneven} has ${metrics[uneven].length} values for ${count} numbers of clients`
    return [refusal(file, what, line(uneven))]
  }
  const figure = (value: number, ...path: JsonPath): Figure => decimalFigure(String(value), line(...path))
  const whole = new Map<string, Figure>([
    ['recall', figure(metrics.recall, 'recall')],
    ['ndcg', figure(metrics.ndcg, 'ndcg')],
    ['load_duration', figure(metrics.load_duration, 'load_duration')],
    ['qps', figure(metrics.qps, 'qps')],
    ...(metrics.serial_latency_p95 === 0
      ? []
      : [['serial p95', figure(metrics.serial_latency_p95, 'serial_latency_p95')] as const]),
    ['serial p99', figure(metrics.serial_latency_p99, 'serial_latency_p99')],
  ])
  const largest = Math.max(...metrics.conc_qps_list)
  const isOther = count > 0 && metrics.qps > 0 && Math.abs(metrics.qps - largest) > 1e-3 * largest
  return [
    ...checkInvariants(
      whole,
      [atMostNumber('recall', 1), atMostNumber('ndcg', 1), ordered('serial p95', 'serial p99')],
      file,
    ),
    ...metrics.conc_num_list.flatMap((_, i) => {
      const of = (name: (typeof LISTS)[number]): [string, Figure][] => {
        const value = metrics[name][i]
        return value === undefined ? [] : [[name, figure(value, name, i)]]
      }
      // The mean may be above every percentile when few searches take very long.
      const ranks = [ordered('conc_latency_p95_list', 'conc_latency_p99_list')]
      return checkInvariants(new Map(LISTS.flatMap(of)), ranks, file)
    }),
    ...(isOther
      ? [refusal(file, `qps is ${metrics.qps}, but the largest of its list is ${largest}`, line('qps'))]
      : []),
  ]
}
