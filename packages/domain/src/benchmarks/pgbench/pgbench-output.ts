import { countFigure, decimalFigure, type Figure, type Figures } from '../../parse/invariants/figure.ts'
import { checkInvariants, cutLastLine, refusal } from '../../parse/invariants/invariants.ts'
import type { Failure, Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { parseEach, splitReports } from '../../parse/split-reports.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { PGBENCH_INVARIANTS } from './pgbench-invariants.ts'
import { isProgressLine, type PgbenchProgress, readProgress } from './pgbench-progress.ts'
import { type PgbenchScript, ScriptParser } from './pgbench-scripts.ts'

/** The report of one run of pgbench, Postgres 9.6 to 18. Fields that a release does not print are null. */
export type PgbenchOutput = {
  /** Version of pgbench: `15.18`; printed since Postgres 14. */
  version: string | null
  /** Version of the server: pgbench prints it where it differs from its own. */
  serverVersion: string | null
  /** `<builtin: TPC-B (sort of)>`, the path of a script, or `multiple scripts`. */
  transactionType: string
  scale: number | null
  queryMode: string | null
  partitions: { method: string; count: number } | null
  clients: number
  threads: number | null
  maxTries: number | null
  transactionsPerClient: number | null
  durationSeconds: number | null
  processed: number
  failed: number | null
  retried: number | null
  retries: number | null
  skipped: number | null
  aboveLimit: number | null
  latencyLimitMs: number | null
  /** Mean delay between the scheduled and the actual start of a transaction, with --rate. */
  scheduleLagMs: number | null
  latencyMs: number | null
  stddevMs: number | null
  /** Mean connection time: of all connections together, or of each one with -C. */
  connectionMs: number | null
  /** Transactions per second, without connection time where the program prints that. */
  tps: number
  tpsWithConnecting: number | null
  /** True when every transaction opened a new connection (-C). */
  reconnects: boolean
  progress: readonly PgbenchProgress[]
  /** Number of unreadable progress lines. Each loses its own sample. */
  unreadProgress: number
  /** Scripts of the run. A single script has an entry when it has statement latencies. */
  scripts: readonly PgbenchScript[]
}

const NUMBER = String.raw`(-?\d{1,15}(?:\.\d{1,15})?|-?[Nn]a[Nn]|-?inf)`
const pattern = (source: string) => new RegExp(`^${source.replaceAll('NUMBER', NUMBER)}`)

/** Lines with one number, by key. */
const COUNTS = {
  scale: pattern('scaling factor: NUMBER$'),
  clients: pattern('number of clients: NUMBER$'),
  threads: pattern('number of threads: NUMBER$'),
  maxTries: pattern('maximum number of tries: NUMBER$'),
  transactionsPerClient: pattern('number of transactions per client: NUMBER$'),
  durationSeconds: pattern('duration: NUMBER s$'),
  processed: pattern('number of transactions actually processed: NUMBER(?:/\\d{1,15})?$'),
  failed: pattern('number of failed transactions: NUMBER \\('),
  retried: pattern('number of transactions retried: NUMBER \\('),
  retries: pattern('total number of retries: NUMBER$'),
  skipped: pattern('number of transactions skipped: NUMBER \\('),
  aboveLimit: pattern('number of transactions above the [\\d.]{1,20} ms latency limit: NUMBER(?:/| \\()'),
  latencyLimitMs: pattern('number of transactions above the NUMBER ms latency limit: '),
  scheduleLagMs: pattern('rate limit schedule lag: avg NUMBER '),
  latencyMs: pattern('latency average(?: =|:) NUMBER ms(?: \\(including failures\\))?$'),
  stddevMs: pattern('latency stddev(?: =|:) NUMBER ms$'),
  connectionMs: pattern('(?:initial|average) connection time = NUMBER ms$'),
  tpsIncluding: pattern('tps = NUMBER \\(including (?:connections establishing|reconnection times)\\)$'),
  tpsExcluding: pattern('tps = NUMBER \\((?:excluding connections establishing|without initial connection times?)\\)$'),
} as const
type Count = keyof typeof COUNTS
type Counts = Partial<Record<Count, number>>

/** Names of the figures that invariants and messages use; `#` marks counts. */
const FIGURES: Readonly<Record<Count, string>> = {
  scale: '#scaling factor',
  clients: '#clients',
  threads: '#threads',
  maxTries: '#tries',
  transactionsPerClient: '#transactions per client',
  // The duration is an option and therefore exact.
  durationSeconds: '#duration',
  processed: '#transactions',
  failed: '#failed transactions',
  retried: '#retried transactions',
  retries: '#retries',
  skipped: '#skipped transactions',
  aboveLimit: '#transactions above the limit',
  latencyLimitMs: 'latency limit',
  scheduleLagMs: 'schedule lag',
  latencyMs: 'latency average',
  stddevMs: 'latency stddev',
  connectionMs: 'connection time',
  tpsIncluding: 'tps including connecting',
  tpsExcluding: 'tps',
}

/** Lines whose value is a text. */
const TEXTS = [
  ['transactionType', /^transaction type: (.{1,1000})$/],
  ['version', /^pgbench(?: \(PostgreSQL\))? \(?(\d{1,3}(?:\.\d{1,3})?(?:devel|beta\d+|rc\d+)?)\b/],
  ['server', /^pgbench \((?:[^,]{1,80}, server )?(\d{1,3}(?:\.\d{1,3})?(?:devel|beta\d+|rc\d+)?)\b/],
  ['queryMode', /^query mode: (simple|extended|prepared)$/],
  ['partitionMethod', /^partition method: (\w{1,20})$/],
  ['partitions', /^partitions: (\d{1,9})$/],
] as const
type Texts = Partial<Record<(typeof TEXTS)[number][0], string | undefined>>

/** Lines with a figure of the report. An unreadable one is an error. */
const FIGURE_LINE =
  /^(?:scaling factor|duration|number of (?:clients|threads|transactions|failed transactions)|total number of retries|maximum number of tries|latency (?:average|stddev)|(?:initial|average) connection time|tps)\b/

export const isPgbenchOutput = (text: string): boolean =>
  /^transaction type: /m.test(text) && /^(?:scaling factor|query mode|number of clients): /m.test(text)

/** Parses all reports of a file. */
export const parsePgbenchOutputs = (text: string, file: string): Parsed<readonly PgbenchOutput[]> =>
  parseEach(splitReports(text, { starts: STARTS, ends: /^tps = / }), file, parsePgbenchOutput)

/** The first line of pgbench output. Sections of scripts come after the `tps` line of their report. */
const STARTS = /^(?:pgbench(?: \(PostgreSQL\))? \(?\d|starting vacuum|progress: |transaction type: )/

/** Parses standard output of pgbench, with or without the progress that it prints to standard error. */
export function parsePgbenchOutput(text: string, file: string): Parsed<PgbenchOutput> {
  const problems: Problem[] = []
  const figures = new Map<string, Figure>()
  let unreadProgress = 0
  const counts: Counts = {}
  const texts: Texts = {}
  const progress: PgbenchProgress[] = []
  const scripts = new ScriptParser()
  let reports = 0
  let aborted: number | null = null
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, content] of lines.entries()) {
    const line = i + 1
    const refuse = (message: string) => problems.push(refusal(file, message, line))
    const plain = content.trim()
    if (/run was aborted/i.test(plain)) aborted ??= line
    if (isProgressLine(plain)) {
      const sample = readProgress(plain)
      if (sample === null) unreadProgress++
      else progress.push(sample)
      continue
    }
    if (plain.startsWith('transaction type: ') && ++reports > 1) {
      return { value: null, problems: [refusal(file, 'a second report; expected a file for each run', line)] }
    }
    for (const [name, expression] of TEXTS) texts[name] ??= expression.exec(plain)?.[1]
    const scriptProblem = scripts.read(content)
    if (scriptProblem !== null) refuse(scriptProblem)
    else if (!scripts.isInside && !readCount(plain, { counts, figures, line }) && FIGURE_LINE.test(plain))
      refuse(`${quote(plain)} cannot be read`)
  }
  const failed = failureOf(aborted, counts, figures)
  if (failed !== null) {
    const { clients } = counts
    const test = texts.transactionType
    const stated = { ...(clients === undefined ? {} : { clients }), ...(test === undefined ? {} : { test }) }
    return { value: null, problems: [], failure: { ...failed, ...stated } }
  }
  problems.push(...checkInvariants(figures, PGBENCH_INVARIANTS, file))
  if (endsMidLine && scripts.isInside) problems.push(cutLastLine(file, lines.length))
  const output = assemble(counts, texts, { progress, unreadProgress, scripts: scripts.scripts() })
  if (typeof output === 'string') problems.push(refusal(file, output, Math.max(1, lines.length)))
  const isRefused = problems.some(({ refusesRun }) => refusesRun)
  return { value: isRefused || typeof output === 'string' ? null : output, problems }
}

/** The failure that pgbench itself reports; null for a run that finished. */
function failureOf(aborted: number | null, counts: Counts, figures: Figures): Failure | null {
  if (aborted !== null) return { line: aborted, reason: 'pgbench aborted the run' }
  if (counts.processed !== 0) return null
  return { line: figures.get('transactions')?.line ?? 1, reason: 'pgbench processed no transaction' }
}

/**
 * Parses a line with a number and returns true for a known one. The first line of each kind counts, because those of
 * scripts follow.
 */
function readCount(
  plain: string,
  { counts, figures, line }: { counts: Counts; figures: Map<string, Figure>; line: number },
): boolean {
  let isRead = false
  for (const [name, expression] of Object.entries(COUNTS)) {
    const [, number] = expression.exec(plain) ?? []
    if (number === undefined) continue
    isRead = true
    const key = name as Count // The names are keys of COUNTS.
    if (counts[key] !== undefined) continue
    counts[key] = Number(number)
    const label = FIGURES[key]
    if (label.startsWith('#')) figures.set(label.slice(1), countFigure(number, line))
    else figures.set(label, decimalFigure(number, line))
  }
  return isRead
}

/** Builds the output, or a problem that lists the missing lines. */
function assemble(
  counts: Counts,
  texts: Texts,
  { progress, unreadProgress, scripts }: Pick<PgbenchOutput, 'progress' | 'unreadProgress' | 'scripts'>,
): PgbenchOutput | string {
  const { transactionType } = texts
  const { clients, processed, tpsIncluding, tpsExcluding } = counts
  const tps = tpsExcluding ?? tpsIncluding
  if (transactionType === undefined) return 'no report of pgbench; expected `transaction type: ...`'
  if (clients === undefined || clients === 0) return 'the report does not say the number of clients'
  if (processed === undefined) return 'the report does not say how many transactions were processed'
  if (tps === undefined || tps === 0) return 'the report has no `tps = N` line, so it is cut'
  const { partitionMethod, partitions } = texts
  return {
    version: texts.version ?? null,
    serverVersion: texts.server ?? null,
    transactionType,
    scale: counts.scale ?? null,
    queryMode: texts.queryMode ?? null,
    partitions:
      partitionMethod === undefined || partitions === undefined
        ? null
        : { method: partitionMethod, count: Number(partitions) },
    clients,
    threads: counts.threads ?? null,
    maxTries: counts.maxTries ?? null,
    transactionsPerClient: counts.transactionsPerClient ?? null,
    durationSeconds: counts.durationSeconds ?? null,
    processed,
    failed: counts.failed ?? null,
    retried: counts.retried ?? null,
    retries: counts.retries ?? null,
    skipped: counts.skipped ?? null,
    aboveLimit: counts.aboveLimit ?? null,
    latencyLimitMs: counts.latencyLimitMs ?? null,
    scheduleLagMs: counts.scheduleLagMs ?? null,
    latencyMs: counts.latencyMs ?? null,
    stddevMs: counts.stddevMs ?? null,
    connectionMs: counts.connectionMs ?? null,
    tps,
    tpsWithConnecting: tpsExcluding === undefined ? null : (tpsIncluding ?? null),
    reconnects: tpsExcluding === undefined,
    progress,
    unreadProgress,
    scripts,
  }
}
