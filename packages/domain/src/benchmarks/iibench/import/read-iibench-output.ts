import { type ImportContext, type SourceFile, take } from '../../../import/import-context.ts'
import { unreadProgress } from '../../../import/unread-progress.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { UploadSamples } from '../../../run/upload-document.ts'
import { BACKGROUND_RATE, INSERT_BENCHMARK } from '../iibench-metrics.ts'
import { type ClientOutput, type IntervalColumn, parseClientOutput } from '../parse/client-output.ts'
import { BUCKETS, bucketMetric, OPERATIONS } from '../parse/columns.ts'
import { STEP_METRIC, type Step, stepTest } from '../parse/step.ts'
import { clientsOf, inDataset, stepOfOutput, workloadFields } from './iibench-directory.ts'

/** The outputs of a step until all of its clients have been read. */
type Waiting = { outputs: Map<number, ClientOutput>; problem: Problem }

const waitingOf = new WeakMap<ImportContext, Map<string, Waiting>>()

/** Reads the output of one client of a step. o.ib.dop8.3 is the third of eight clients; the result needs all eight. */
export function readClientOutput(context: ImportContext, source: SourceFile): void {
  const file = inDataset(source)
  const output = take(context, file, 'iibench-output', parseClientOutput(file.text, file.path))
  if (output === null) return
  const step = stepOfOutput(file)
  if (step === null) {
    const message = 'no name says which step this is; name the file or its directory after it: l.i0, qr100.L1'
    context.problems.push({ file: file.path, message })
    return
  }
  const [, dop, clientNumber] = /^o\.ib\.dop(\d{1,5})(?:\.ns\d+)?\.(\d{1,5})$/.exec(file.name) ?? []
  const clients = dop === undefined ? (clientsOf(context, file, null) ?? 1) : Number(dop)
  const outputs = gather(context, source, { clients, clientNumber: Number(clientNumber ?? 1), output })
  if (outputs === null) return
  if (outputs.some(({ isComplete }) => !isComplete)) return // The parser has already reported the problem.
  const values = step.kind === 'index' ? indexValues(outputs) : stepValues(outputs, step)
  const { fields } = file.directory
  context.runs.add(file, {
    benchmark: INSERT_BENCHMARK,
    fields: workloadFields(fields, { rows: null, clients }),
    identity: {},
    notes: unreadProgress({
      unread: outputs.reduce((sum, { unreadIntervals }) => sum + unreadIntervals, 0),
      read: outputs.reduce((sum, { intervals }) => sum + intervals.length, 0),
    }),
    results: [
      {
        test: stepTest(step),
        clients,
        params: {},
        values: { ...values, ...responseValues(outputs) },
        samples: step.kind === 'index' ? [] : samplesOf(outputs, step),
        command: outputs[0]?.command ?? null,
        location: { path: file.path },
      },
    ],
  })
}

function gather(
  context: ImportContext,
  { path, plainPath }: SourceFile,
  { clients, clientNumber, output }: { clients: number; clientNumber: number; output: ClientOutput },
): ClientOutput[] | null {
  if (clients === 1) return [output]
  const waiting = waitingOf.get(context) ?? new Map<string, Waiting>()
  waitingOf.set(context, waiting)
  const key = `${plainPath.replace(/[^/]*$/, '')}${clients}`
  const step = waiting.get(key) ?? { outputs: new Map(), problem: { file: path, message: '' } }
  if (!waiting.has(key)) context.problems.push(step.problem)
  waiting.set(key, step)
  step.outputs.set(clientNumber, output)
  step.problem.message = `the output of ${step.outputs.size} of ${clients} clients is here; without the others the step has no result`
  if (step.outputs.size < clients) return null
  context.problems.splice(context.problems.indexOf(step.problem), 1)
  return [...step.outputs].sort(([a], [b]) => a - b).map(([, one]) => one)
}

/** Rates of a step: the rows and queries of all clients, divided by the time of the slowest client. */
function stepValues(outputs: readonly ClientOutput[], step: Step): Record<string, number> {
  const last = outputs.map(({ intervals }) => intervals.at(-1)?.values ?? {})
  const seconds = Math.max(...last.map(({ t_sec = 0 }) => t_sec))
  const values: Record<string, number> = {}
  const addRate = (metric: string, column: IntervalColumn) => {
    const total = last.reduce((sum, one) => sum + (one[column] ?? 0), 0)
    if (total > 0 && seconds > 0) values[metric] = total / seconds
  }
  addRate(step.rate === null ? STEP_METRIC[step.kind] : BACKGROUND_RATE, 't_ins')
  addRate('deletes/s', 't_del')
  if (step.rate !== null) addRate(STEP_METRIC[step.kind], 't_query')
  return values
}

function indexValues(outputs: readonly ClientOutput[]): Record<string, number> {
  const seconds = outputs.flatMap(({ indexSeconds }) => indexSeconds ?? [])
  return seconds.length === 0 ? {} : { index_s: Math.max(...seconds) }
}

function responseValues(outputs: readonly ClientOutput[]): Record<string, number> {
  const values: Record<string, number> = {}
  for (const operation of OPERATIONS) {
    const found = outputs.flatMap(({ responses }) => responses[operation] ?? [])
    if (found.length !== outputs.length) continue
    const counts = BUCKETS.map((_, i) => found.reduce((sum, one) => sum + (one.counts[i] ?? 0), 0))
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (total === 0) continue
    for (const [i, bucket] of BUCKETS.entries()) {
      values[bucketMetric(operation, bucket)] = (100 * (counts[i] ?? 0)) / total
    }
    values[bucketMetric(operation, 'max')] = Math.max(...found.map(({ maxSeconds }) => maxSeconds))
  }
  return values
}

/**
 * Samples at the report interval. A report that came late covers several intervals, and the earlier ones are gaps.
 * Rates of clients are summed by each client's own clock; where one client has none, the sum is missing.
 */
function samplesOf(outputs: readonly ClientOutput[], step: Step): UploadSamples[] {
  const seconds = outputs
    .flatMap(({ intervals }) => intervals.map(({ values }) => values.i_sec ?? 0))
    .sort((a, b) => a - b)
  const interval = Math.round(seconds[Math.floor(seconds.length / 2)] ?? 0)
  if (interval < 1) return []
  const series: [metric: string, column: IntervalColumn, isMax: boolean][] = [
    [step.rate === null ? STEP_METRIC[step.kind] : BACKGROUND_RATE, 'i_ips', false],
    ['deletes/s', 'i_dps', false],
    ['max_insert_us', 'max_i', true],
    ['max_delete_us', 'max_d', true],
  ]
  if (step.rate !== null) series.unshift([STEP_METRIC[step.kind], 'i_qps', false], ['max_query_us', 'max_q', true])
  return series.flatMap(([metric, column, isMax]) => {
    const ofClients = outputs.map(({ intervals }) => {
      return new Map(
        intervals.map(({ values }) => [Math.round((values.t_sec ?? 0) / interval), values[column] ?? null]),
      )
    })
    const count = Math.max(...ofClients.flatMap((slots) => [...slots.keys()]))
    const values = Array.from({ length: count }, (_, i) => {
      const known = ofClients.map((slots) => slots.get(i + 1) ?? null).filter((value) => value !== null)
      if (known.length < outputs.length) return null
      return isMax ? Math.max(...known) : known.reduce((sum, value) => sum + value, 0)
    })
    const isSilent = values.every((value) => value === null || value === 0)
    return isSilent ? [] : [{ metric, intervalSeconds: interval, startSeconds: interval, values }]
  })
}
