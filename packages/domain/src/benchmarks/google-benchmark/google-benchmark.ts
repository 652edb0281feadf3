import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** One line of the report: a repetition, or a statistic over the repetitions. Times are nanoseconds. */
export type BenchmarkLine = {
  /** Name without the suffix of an aggregate. */
  name: string
  threads: number
  /** Repetition, counted from 1; null for an aggregate. */
  repetition: number | null
  /** `mean`, `median`, `stddev`, `cv`; null for a repetition. */
  aggregate: string | null
  realNs: number | null
  cpuNs: number | null
  iterations: number | null
  counters: Readonly<Record<string, number>>
}

export type BenchmarkReport = {
  startedAt: string | null
  /** Name of the program, without its directory. */
  executable: string | null
  libraryVersion: string | null
  lines: readonly BenchmarkLine[]
  /** Benchmarks that reported an error. */
  failures: readonly FailedBenchmark[]
}

export type FailedBenchmark = { name: string; threads: number; reason: string }

const finite = z.number()
const time = z.number().min(0)
/** A line as JSON has it. The parsers of CSV and of the console make the same entries. */
const Entry = z.looseObject({
  name: z.string().min(1),
  run_name: z.string().min(1).optional(),
  run_type: z.enum(['iteration', 'aggregate']).optional(),
  repetition_index: z.int().min(0).optional(),
  threads: z.int().min(1).optional(),
  aggregate_name: z.string().min(1).optional(),
  aggregate_unit: z.string().optional(),
  iterations: finite.optional(),
  real_time: time.optional(),
  cpu_time: time.optional(),
  time_unit: z.enum(['ns', 'us', 'ms', 's']).optional(),
  error_occurred: z.boolean().optional(),
  error_message: z.string().optional(),
  skipped: z.boolean().optional(),
})
export type Entry = z.infer<typeof Entry>

const Report = z.looseObject({ context: z.looseObject({}), benchmarks: z.array(z.unknown()) })
const Context = z.object({
  date: z.string().optional().catch(undefined),
  executable: z.string().optional().catch(undefined),
  library_version: z.string().optional().catch(undefined),
})

const NS_PER: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(Entry.shape),
  'family_index',
  'per_family_instance_index',
  'repetitions',
])

/** Numeric fields that are not counters but results of a complexity fit. */
const FIT_FIELDS: ReadonlySet<string> = new Set(['cpu_coefficient', 'real_coefficient', 'big_o', 'rms'])

export const isGoogleBenchmark = (text: string): boolean =>
  /^\uFEFF?\s*\{/.test(text) && /"context"\s*:/.test(text) && /"benchmarks"\s*:/.test(text)

/** Parses JSON written by Google Benchmark with `--benchmark_format=json` or `--benchmark_out`. */
export function parseGoogleBenchmark(text: string, file: string): Parsed<BenchmarkReport> {
  const report = readReport(text)
  if (report === null) {
    const message = 'is not JSON with `context` and `benchmarks`; a program that was killed leaves half of it'
    return { value: null, problems: [refusal(file, message)] }
  }
  const problems: Problem[] = []
  const lines: BenchmarkLine[] = []
  const failures: FailedBenchmark[] = []
  for (const [index, candidate] of report.benchmarks.entries()) {
    const entry = Entry.safeParse(candidate)
    const refuse = (message: string) => problems.push(refusal(file, `benchmarks[${index}] ${message}`))
    if (!entry.success)
      refuse(`is not a benchmark: ${entry.error.issues[0]?.path.join('/')} ${entry.error.issues[0]?.message}`)
    else if (entry.data.error_occurred === true) failures.push(failureOf(entry.data))
    else if (entry.data.skipped !== true) {
      const line = readEntry(entry.data)
      if (line === null) refuse(`${entry.data.name} has no time with a unit`)
      else lines.push(line)
    }
  }
  if (lines.length === 0 && failures.length === 0) {
    return { value: null, problems: problems.length > 0 ? problems : [{ file, message: 'holds no benchmark' }] }
  }
  const { date, executable, library_version } = Context.parse(report.context)
  return {
    value: {
      startedAt: z.iso.datetime({ offset: true }).safeParse(date).data ?? null,
      executable: executable?.split(/[/\\]/).at(-1) || null,
      libraryVersion: library_version ?? null,
      lines,
      failures,
    },
    problems,
  }
}

export const failureOf = ({ name, run_name, threads = 1, error_message }: Entry): FailedBenchmark => ({
  name: run_name ?? name,
  threads,
  reason: error_message ?? 'the benchmark reports an error without a message',
})

function readReport(text: string): z.infer<typeof Report> | null {
  try {
    return Report.safeParse(JSON.parse(text.replace(/^\uFEFF/, ''))).data ?? null
  } catch {
    return null
  }
}

export function readEntry(entry: Entry): BenchmarkLine | null {
  const aggregate = entry.run_type === 'aggregate' ? (entry.aggregate_name ?? null) : null
  if (entry.run_type === 'aggregate' && aggregate === null) return null
  const isShare = entry.aggregate_unit === 'percentage'
  const isFit = aggregate === 'BigO' || aggregate === 'RMS'
  const scale = isShare ? 1 : NS_PER[entry.time_unit ?? '']
  if (scale === undefined && !isFit) return null
  const time = (value: number | undefined) => (value === undefined || isFit ? null : value * (scale ?? 1))
  const counters = Object.entries(entry).flatMap(([name, value]) =>
    typeof value === 'number' && Number.isFinite(value) && !OWN_FIELDS.has(name) && !FIT_FIELDS.has(name)
      ? [[name, value] as const]
      : [],
  )
  return {
    name: entry.run_name ?? withoutSuffix(entry.name, aggregate),
    threads: entry.threads ?? 1,
    repetition: aggregate === null ? (entry.repetition_index ?? 0) + 1 : null,
    aggregate,
    realNs: time(entry.real_time),
    cpuNs: time(entry.cpu_time),
    iterations: aggregate === null ? (entry.iterations ?? null) : null,
    counters: Object.fromEntries(counters),
  }
}

const withoutSuffix = (name: string, aggregate: string | null): string =>
  aggregate !== null && name.endsWith(`_${aggregate}`) ? name.slice(0, -aggregate.length - 1) : name
