import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { type BenchmarkLine, type BenchmarkReport, type Entry, failureOf, readEntry } from './google-benchmark.ts'

/** A row of the console or of CSV: its line in the file, and the fields that its cells state. */
export type BenchmarkRow = { line: number; entry: Entry }

const AGGREGATES = ['mean', 'median', 'stddev', 'cv'] as const

/** Statistics that are shares, and rows of a complexity fit. */
const FIT = /_(?:BigO|RMS)$/

/**
 * Makes a report of the rows of the console or of CSV. Unlike JSON they do not say which rows are aggregates: a name with
 * the suffixes `_mean`, `_median` and `_stddev` has them.
 */
export function reportOfRows(
  rows: readonly BenchmarkRow[],
  file: string,
  startedAt: string | null,
): Parsed<BenchmarkReport> {
  const measured = rows.filter(({ entry }) => !FIT.test(entry.name))
  const failures = measured.filter(({ entry }) => entry.error_occurred === true)
  const names = new Set(measured.map(({ entry }) => entry.name))
  const seen = new Map<string, number>()
  const problems: Problem[] = []
  const lines = measured.flatMap(({ entry, line }): (BenchmarkLine & { line: number })[] => {
    if (entry.error_occurred === true) return []
    const [base, aggregate] = splitName(entry.name, names)
    const repetition = seen.get(entry.name) ?? 0
    seen.set(entry.name, repetition + 1)
    const read = readEntry({
      ...entry,
      run_name: base,
      threads: Number(/\/threads:(\d{1,6})(?:\/|$)/.exec(base)?.[1] ?? 1),
      ...(aggregate === null
        ? { repetition_index: repetition }
        : { run_type: 'aggregate' as const, aggregate_name: aggregate }),
      ...(aggregate === 'cv' ? { aggregate_unit: 'percentage' } : {}),
    })
    if (read === null) problems.push(refusal(file, `${entry.name} has no time with a unit`, line))
    return read === null ? [] : [{ ...read, line }]
  })
  problems.push(...lines.flatMap((one) => checkMedian(one, lines, file)))
  if (lines.length === 0 && failures.length === 0 && problems.length === 0)
    problems.push(refusal(file, 'holds no benchmark'))
  if (problems.length > 0) return { value: null, problems }
  return {
    value: {
      startedAt,
      executable: null,
      libraryVersion: null,
      lines: lines.map(({ line: _, ...one }) => one),
      failures: failures.map(({ entry }) => failureOf({ ...entry, threads: 1 })),
    },
    problems,
  }
}

function splitName(name: string, names: ReadonlySet<string>): [base: string, aggregate: string | null] {
  const aggregate = AGGREGATES.find((suffix) => name.endsWith(`_${suffix}`))
  const base = aggregate === undefined ? name : name.slice(0, -aggregate.length - 1)
  const isAggregate =
    aggregate !== undefined && ['mean', 'median', 'stddev'].every((one) => names.has(`${base}_${one}`))
  return isAggregate ? [base, aggregate] : [name, null]
}

/** The median of repetitions lies between the shortest and the longest of them. Times are printed with three digits. */
function checkMedian(
  { name, aggregate, realNs, line }: BenchmarkLine & { line: number },
  all: readonly BenchmarkLine[],
  file: string,
): Problem[] {
  if (aggregate !== 'median' || realNs === null) return []
  const times = all.flatMap((one) => (one.name === name && one.repetition !== null ? (one.realNs ?? []) : []))
  const [low, high] = [Math.min(...times) * (1 - ROUNDED), Math.max(...times) * (1 + ROUNDED)]
  if (times.length === 0 || (realNs >= low && realNs <= high)) return []
  return [refusal(file, `the median of ${name} is ${realNs} ns, which is not between its repetitions`, line)]
}

const ROUNDED = 0.01
