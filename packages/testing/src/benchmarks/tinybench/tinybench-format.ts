import { addRepeated } from '@assay/domain/import/add-repeated'
import type { Benchmark, Format } from '@assay/domain/import/format'
import { take } from '@assay/domain/import/import-context'
import { refusal } from '@assay/domain/parse/invariants/invariants'
import type { Parsed } from '@assay/domain/parse/problem'

type Tinybench = { test: string; threads: number; operations: number; seconds: number; p99Ms: number }

const REPORT = /^test (\S+), (\d+) threads: (\d+) operations in ([\d.]+) s, (\d+) per second, p99 ([\d.]+) ms$/m

/** Parses a report. A truncated or contradictory report refuses its run, and the problem names the line. */
export function parseTinybench(text: string, file: string): Parsed<Tinybench> {
  const match = REPORT.exec(text)
  if (match === null) return { value: null, problems: [refusal(file, 'holds no line of results')] }
  const [, test = '', threads, operations, seconds, rate, p99Ms] = match
  const line = text.slice(0, match.index).split('\n').length
  const value = {
    test,
    threads: Number(threads),
    operations: Number(operations),
    seconds: Number(seconds),
    p99Ms: Number(p99Ms),
  }
  if (Math.abs(value.operations / value.seconds - Number(rate)) <= 1) return { value, problems: [] }
  return { value: null, problems: [refusal(file, `${rate} per second is not ${operations} in ${seconds} s`, line)] }
}

const report: Format = {
  kind: 'tinybench',
  recognize: (_name, text) => text.startsWith('tinybench '),
  read(context, file) {
    const found = take(context, file, 'tinybench', parseTinybench(file.text, file.path))
    if (found === null) return
    const result = {
      test: { name: found.test, role: 'measured' as const, primaryMetric: 'ops/s' },
      clients: found.threads,
      params: {},
      values: { 'ops/s': found.operations / found.seconds, elapsed_s: found.seconds, latency_ms_p99: found.p99Ms },
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: 'tinybench', results: [result] }, new Map())
  },
}

export const tinybench: Benchmark = { name: 'tinybench', formats: [report] }
