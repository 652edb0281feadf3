import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed } from '../../parse/problem.ts'

/** The published result of a system: each query was run three times, the first with cold caches. */
export type ClickbenchReport = {
  system: string
  machine: string
  clusterSize: string
  loadSeconds: number | null
  dataBytes: number | null
  /** The tries of each query. Seconds are null for a try that failed. */
  queries: readonly { tries: readonly (number | null)[]; line: number }[]
}

const Seconds = z.number().min(0).nullable()
const Report = z.looseObject({
  system: z.string().min(1),
  machine: z.string().min(1),
  cluster_size: z.union([z.int().min(1), z.string().min(1)]),
  load_time: Seconds.optional(),
  data_size: z.number().min(0).nullable().optional(),
  result: z.array(z.array(Seconds).min(1)).min(1),
})

export const isClickbenchReport = (text: string): boolean =>
  isJsonObjectWith(text, 'system', 'machine', 'cluster_size', 'result')

/** Parses a result file of ClickBench. */
export function parseClickbench(text: string, file: string): Parsed<ClickbenchReport> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const tries = value.result[0]?.length
  const uneven = value.result.findIndex((query) => query.length !== tries)
  if (uneven !== -1) {
    const message = `query ${uneven} has ${value.result[uneven]?.length} tries, but query 0 has ${tries}`
    return { value: null, problems: [refusal(file, message, lineOf(['result', uneven]))] }
  }
  return {
    value: {
      system: value.system,
      machine: value.machine,
      clusterSize: String(value.cluster_size),
      loadSeconds: value.load_time ?? null,
      dataBytes: value.data_size ?? null,
      queries: value.result.map((query, index) => ({ tries: query, line: lineOf(['result', index]) })),
    },
    problems: [],
  }
}
