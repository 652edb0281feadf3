import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { type SourceFile, take } from '../../import/import-context.ts'
import type { Fragment } from '../../import/run-draft.ts'
import { unreadProgress } from '../../import/unread-progress.ts'
import { redact } from '../../parse/redact.ts'
import { onGrid } from '../../parse/sample-grid.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { ParamValue, UploadSamples, UploadTest } from '../../run/upload-document.ts'
import { isPgbenchOutput, type PgbenchOutput, parsePgbenchOutputs } from './pgbench-output.ts'
import type { PgbenchScript } from './pgbench-scripts.ts'
import { checkServer, factsOfServer } from './server-version.ts'

const BUILTINS: Readonly<Record<string, string>> = {
  '<builtin: TPC-B (sort of)>': 'tpcb-like',
  '<builtin: simple update>': 'simple-update',
  '<builtin: select only>': 'select-only',
}
const ORDER = ['tpcb-like', 'simple-update', 'select-only']

/** Reports of pgbench. A mix of scripts is one test, and each of its scripts is another. */
const report: Format = {
  kind: 'pgbench',
  isNamedByPath: true,
  recognize: (_name, text) => isPgbenchOutput(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const parsed = parsePgbenchOutputs(file.text, file.path)
    for (const output of take(context, file, 'pgbench', parsed) ?? []) {
      checkServer(context, output, file)
      addRepeated(context, file, fragmentOf(output, file), seen)
    }
    const { failure } = parsed
    if (failure?.test !== undefined) failure.test = scriptName(failure.test)
    addFailedOutput(context, file, { benchmark: 'pgbench', product: 'PostgreSQL', failure })
  },
}

function fragmentOf(output: PgbenchOutput, file: SourceFile): Fragment {
  const { path } = file
  const scripts = output.scripts.filter(({ name }) => name !== '')
  const name = scripts.length === 0 ? scriptName(output.transactionType) : mixName(scripts)
  const common = { clients: output.clients, params: paramsOf(output), location: { path } }
  return {
    benchmark: 'pgbench',
    fields: factsOfServer(output, file),
    clientVersion: output.version === null ? null : `pgbench ${output.version}`,
    notes: unreadProgress({ unread: output.unreadProgress, read: output.progress.length }),
    results: [
      {
        ...common,
        test: testOf(name),
        values: valuesOf(output),
        samples: samplesOf(output),
        operations: output.processed,
      },
      ...scripts.map((script) => ({
        ...common,
        test: testOf(`${scriptName(script.name)} in ${name}`),
        values: valuesOfScript(script),
      })),
    ],
  }
}

function scriptName(type: string): string {
  const known = Object.hasOwn(BUILTINS, type) ? BUILTINS[type] : undefined
  return known ?? (type.split(/[/\\]/).at(-1) || type).trim().slice(0, NAME_CHARACTERS)
}

/** Maximum characters of a script name, because lines of a report may be longer than names in a document. */
const NAME_CHARACTERS = 60

/** The name of a mix, in the spelling of pgbench options: `tpcb-like@1+select-only@9`. */
function mixName(scripts: readonly PgbenchScript[]): string {
  const name = scripts.map((script) => `${scriptName(script.name)}@${script.weight ?? 1}`).join('+')
  return name.slice(0, 2 * NAME_CHARACTERS)
}

function testOf(name: string): UploadTest {
  const position = ORDER.indexOf(name)
  return {
    name,
    ...(position === -1 ? {} : { order: position + 1 }),
    role: 'measured',
    primaryMetric: 'tps',
    connectionsPerClient: 1,
  }
}

function paramsOf(output: PgbenchOutput): Record<string, ParamValue> {
  const { scale, queryMode, partitions, reconnects, maxTries, latencyLimitMs, scheduleLagMs } = output
  return {
    ...(scale === null ? {} : { scale }),
    ...(queryMode === null ? {} : { query_mode: queryMode }),
    ...(partitions === null ? {} : { partitions: partitions.count, partition_method: partitions.method }),
    ...(maxTries === null || maxTries === 1 ? {} : { max_tries: maxTries }),
    ...(latencyLimitMs === null ? {} : { latency_limit_ms: latencyLimitMs }),
    // The report does not state the target rate itself.
    ...(scheduleLagMs === null ? {} : { rate: 'limited' }),
    ...(reconnects ? { connect: 'each transaction' } : {}),
  }
}

function valuesOf(output: PgbenchOutput): Record<string, number> {
  const values: Record<string, number | null> = {
    tps: output.tps,
    tps_with_connecting: output.tpsWithConnecting,
    latency_ms_avg: output.latencyMs,
    latency_ms_stddev: output.stddevMs,
    connection_ms: output.connectionMs,
    elapsed_s: output.durationSeconds,
    ignored_errors: output.failed,
    retried_transactions: output.retried,
    retries: output.retries,
    skipped_transactions: output.skipped,
    above_latency_limit: output.aboveLimit,
    schedule_lag_ms: output.scheduleLagMs,
  }
  const [only] = output.scripts.filter(({ name }) => name === '')
  return { ...withoutNull(values), ...(only === undefined ? {} : statementLatencies(only)) }
}

function valuesOfScript(script: PgbenchScript): Record<string, number> {
  return {
    ...withoutNull({
      tps: script.tps,
      latency_ms_avg: script.latencyMs,
      latency_ms_stddev: script.stddevMs,
      ignored_errors: script.failed,
    }),
    ...statementLatencies(script),
  }
}

/** The mean latency of each statement, by its number and first words. Lines that only set a variable are left out. */
function statementLatencies({ statements }: PgbenchScript): Record<string, number> {
  const sql = statements.filter(({ text }) => !text.startsWith('\\'))
  return Object.fromEntries(
    sql.map(({ text, latencyMs }, i) => {
      const words = redact(text).replace(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS).trim()
      return [operationLatencyMetric('avg', `${i + 1} ${words}`), latencyMs]
    }),
  )
}

function samplesOf({ progress }: PgbenchOutput): UploadSamples[] {
  const grid = onGrid(progress)
  if (grid === null) return []
  const { intervalSeconds, startSeconds, samples } = grid
  const series = (metric: string, values: (number | null)[]) => ({ metric, intervalSeconds, startSeconds, values })
  return [
    series(
      'tps',
      samples.map((sample) => sample?.tps ?? null),
    ),
    series(
      'latency_ms_avg',
      samples.map((sample) => sample?.latencyMs ?? null),
    ),
  ]
}

const withoutNull = (values: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )

export const pgbench: Benchmark = { name: 'pgbench', product: 'PostgreSQL', formats: [report] }
