import { z } from 'zod'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, ordered } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed } from '../../parse/problem.ts'

const Estimate = z.looseObject({
  point_estimate: z.number(),
  confidence_interval: z.looseObject({ lower_bound: z.number(), upper_bound: z.number() }),
})
const Estimates = z.looseObject({ mean: Estimate, median: Estimate, slope: Estimate.nullish() })
const Throughput = z
  .union([z.object({ Bytes: z.number() }), z.object({ BytesDecimal: z.number() }), z.object({ Elements: z.number() })])
  .nullish()
const About = z.looseObject({ full_id: z.string().min(1), throughput: Throughput.catch(null) })

/** The facts of `benchmark.json`: the name of the benchmark, and the bytes or elements of an iteration. */
export type CriterionAbout = { name: string; throughput: { unit: 'bytes' | 'elements'; each: number } | null }

export const isCriterionEstimates = (text: string): boolean =>
  isJsonObjectWith(text, 'mean', 'median', 'median_abs_dev', 'std_dev', 'point_estimate', 'confidence_interval')

export const isCriterionAbout = (text: string): boolean =>
  isJsonObjectWith(text, 'group_id', 'function_id', 'full_id', 'directory_name')

/** Parses `estimates.json`: the time per iteration that criterion prints, in nanoseconds. */
export function parseCriterionEstimates(text: string, file: string): Parsed<{ timeNs: number }> {
  const parsed = parseJsonReport(text, file, Estimates)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  // The slope is known where the number of iterations of the samples rises; the console prints it then.
  const [name, estimate] = value.slope == null ? (['mean', value.mean] as const) : (['slope', value.slope] as const)
  const { lower_bound: lower, upper_bound: upper } = estimate.confidence_interval
  const bound = (member: string) => lineOf([name, 'confidence_interval', member])
  const figures = new Map<string, Figure>([
    ['lower bound', decimalFigure(String(lower), bound('lower_bound'))],
    ['estimate', decimalFigure(String(estimate.point_estimate), lineOf([name, 'point_estimate']))],
    ['upper bound', decimalFigure(String(upper), bound('upper_bound'))],
  ])
  const problems = checkInvariants(figures, [ordered('lower bound', 'estimate', 'upper bound')], file)
  return problems.length > 0 ? { value: null, problems } : { value: { timeNs: estimate.point_estimate }, problems }
}

/** Parses `benchmark.json`, which is next to the estimates. */
export function parseCriterionAbout(text: string, file: string): Parsed<CriterionAbout> {
  const parsed = parseJsonReport(text, file, About)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { full_id: name, throughput } = parsed.report.value
  if (throughput == null) return { value: { name, throughput: null }, problems: [] }
  const [[unit = '', each = 0] = []] = Object.entries(throughput)
  return { value: { name, throughput: { unit: unit === 'Elements' ? 'elements' : 'bytes', each } }, problems: [] }
}
