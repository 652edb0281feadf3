import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** One test with one number of threads. */
export type MongoPerfResult = {
  test: string
  threads: number
  opsPerSecond: number
  /** The trials; empty in releases that store their mean only. */
  trials: readonly number[]
  seconds: number | null
  errors: number
  line: number
}

export type MongoPerfReport = { results: readonly MongoPerfResult[]; storageEngine: string | null }

const Measured = z.looseObject({
  ops_per_sec: z.number().min(0),
  ops_per_sec_values: z.array(z.number().min(0)).min(1).optional(),
  error_count: z.number().min(0).optional(),
  errCount: z.number().min(0).optional(),
  elapsed_secs: z.number().positive().optional(),
})
const Report = z.looseObject({
  results: z.array(z.looseObject({ name: z.string().min(1), results: z.record(z.string(), z.unknown()) })).min(1),
  storageEngine: z.string().optional(),
})

/** True for the file of `benchrun.py --out`, whose tests have results by number of threads. */
export const isMongoPerfReport = (text: string): boolean => isJsonObjectWith(text, 'results', 'name', 'ops_per_sec')

/** Largest share by which the mean may differ from that of its trials. */
const MEAN_SLACK = 0.001

/** Parses the results of mongo-perf (`benchrun.py --out`), also those that genny's runner writes in the same form. */
export function parseMongoPerf(text: string, file: string): Parsed<MongoPerfReport> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const problems: Problem[] = []
  const results: MongoPerfResult[] = []
  for (const [index, { name, results: byThreads }] of value.results.entries()) {
    for (const [key, found] of Object.entries(byThreads)) {
      if (!/^[1-9]\d{0,6}$/.test(key)) continue
      const line = lineOf(['results', index, 'results', key])
      const measured = Measured.safeParse(found)
      if (!measured.success) {
        const [issue] = measured.error.issues
        const path = ['results', index, 'results', key, ...(issue?.path ?? [])]
        const message = `${name} with ${key} threads: ${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`
        problems.push(refusal(file, message, lineOf(path)))
        continue
      }
      const { ops_per_sec, ops_per_sec_values: trials = [], elapsed_secs, error_count, errCount } = measured.data
      const mean = trials.reduce((sum, one) => sum + one, 0) / trials.length
      if (trials.length > 0 && Math.abs(ops_per_sec - mean) > MEAN_SLACK * Math.max(mean, ops_per_sec)) {
        const message = `ops_per_sec of ${name} with ${key} threads is ${ops_per_sec}, but the mean of its trials is ${mean}`
        problems.push(refusal(file, message, lineOf(['results', index, 'results', key, 'ops_per_sec'])))
      }
      results.push({
        test: name,
        threads: Number(key),
        opsPerSecond: ops_per_sec,
        trials,
        seconds: elapsed_secs ?? null,
        errors: error_count ?? errCount ?? 0,
        line,
      })
    }
  }
  if (results.length === 0 && problems.length === 0)
    problems.push(refusal(file, 'no test has a result by number of threads', lineOf(['results'])))
  return problems.length > 0
    ? { value: null, problems }
    : { value: { results, storageEngine: value.storageEngine ?? null }, problems }
}
