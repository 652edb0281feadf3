import { z } from 'zod'
import { cutLastLine, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import type { BenchmarkReport, Entry } from './google-benchmark.ts'
import { type BenchmarkRow, reportOfRows } from './google-benchmark-rows.ts'

/** A longer line is no row, and its patterns would take long. */
const MAX_LINE = 4_000
const HEADER = /^Benchmark\s+Time\s+CPU\s+Iterations(?:\s+(.*))?$/
/** `Sort/64   0.413 us   0.305 us   44041 items_per_second=209.8M/s`; aggregates may be shares: `0.51 %`. */
const ROW =
  /^(\S.*?)\s+(-?[\d.]+(?:e[+-]?\d+)?|nan|inf) (ns|us|ms|s|%)\s+(\S+) (ns|us|ms|s|%)\s+(\d{1,15})(?:\s+(.*))?$/
const FAILED = /^(\S.*?)\s+(ERROR OCCURRED|SKIPPED): '(.*)'$/
/** A line with a time that is no row, because it was cut or written over. */
const HAS_TIME = /\s-?[\d.]+(?:e[+-]?\d+)? (?:ns|us|ms|s)(?:\s|$)/
const FIT = /^\S.*?_(?:BigO|RMS)\s/
const COUNTER = /(\S+?)=(-?[\d.]+(?:e[+-]?\d+)?)([kMGTPEZYmunpfazy]|[KMGTPEZY]i)?(?:\/s)?(?=\s|$)/g

const SCALES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18, Z: 1e21, Y: 1e24 },
  ...{ m: 1e-3, u: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15, a: 1e-18, z: 1e-21, y: 1e-24 },
  ...{
    Ki: 1024,
    Mi: 1024 ** 2,
    Gi: 1024 ** 3,
    Ti: 1024 ** 4,
    Pi: 1024 ** 5,
    Ei: 1024 ** 6,
    Zi: 1024 ** 7,
    Yi: 1024 ** 8,
  },
}

export const isGoogleBenchmarkConsole = (text: string): boolean =>
  /^-{20,}\r?\nBenchmark\s+Time\s+CPU\s+Iterations/m.test(text)

/** Parses what Google Benchmark prints, whose times have three digits. */
export function parseGoogleBenchmarkConsole(text: string, file: string): Parsed<BenchmarkReport> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const rows: BenchmarkRow[] = []
  let columns: readonly string[] | null = null
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const header = HEADER.exec(content)
    if (header !== null)
      columns = (header[1] ?? '').split(/\s+/).filter((name) => name !== '' && name !== 'UserCounters...')
    else if (content.length > MAX_LINE) problems.push(refusal(file, `has ${content.length} characters`, line))
    else if (columns !== null && !FIT.test(content)) {
      const entry = readRow(content, columns)
      if (entry !== null) rows.push({ line, entry })
      else if (HAS_TIME.test(content))
        problems.push(refusal(file, `${quote(content)} is not a row of benchmarks`, line))
    }
  }
  if (endsMidLine) problems.push(cutLastLine(file, lines.length))
  const negative = rows.find(({ entry }) => (entry.real_time ?? 0) < 0 || (entry.cpu_time ?? 0) < 0)
  if (negative !== undefined)
    problems.push(refusal(file, `a time of ${negative.entry.name} is negative`, negative.line))
  if (problems.length > 0) return { value: null, problems }
  const started = z.iso.datetime({ offset: true }).safeParse(lines[0]?.trim())
  return reportOfRows(rows, file, started.data ?? null)
}

/** @param columns names of tabular counters (`--benchmark_counters_tabular`); empty where a row names its counters. */
function readRow(content: string, columns: readonly string[]): Entry | null {
  const [, failed, kind, reason] = FAILED.exec(content) ?? []
  if (failed !== undefined) {
    return kind === 'SKIPPED' ? null : { name: failed, error_occurred: true, error_message: reason ?? '' }
  }
  const [, name, real, unit, cpu, cpuUnit, iterations, rest = ''] = ROW.exec(content) ?? []
  if (name === undefined || unit !== cpuUnit || !/^-?[\d.]/.test(cpu ?? '')) return null
  const counters =
    columns.length > 0
      ? columns.map((column, at) => [column, scaled(rest.split(/\s+/)[at] ?? '')] as const)
      : [...rest.matchAll(COUNTER)].map(
          ([, counter = '', digits = '', scale = '']) => [counter, Number(digits) * (SCALES[scale] ?? 1)] as const,
        )
  return {
    ...Object.fromEntries(counters.filter(([, value]) => Number.isFinite(value))),
    name,
    real_time: Number(real),
    cpu_time: Number(cpu),
    iterations: Number(iterations),
    ...(unit === 'ns' || unit === 'us' || unit === 'ms' || unit === 's' ? { time_unit: unit } : {}),
  }
}

function scaled(text: string): number {
  const [, digits, scale = ''] = /^(-?[\d.]+(?:e[+-]?\d+)?)([a-zA-Z]{0,2})(?:\/s)?$/.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(digits) * (SCALES[scale] ?? 1)
}
