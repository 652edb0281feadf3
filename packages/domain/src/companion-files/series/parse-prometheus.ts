import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import type { SampledSeries } from './sampled-series.ts'
import { intervalOf } from './sampler-tables.ts'

const Sample = z.tuple([
  z.number(),
  z.string().regex(/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]?Inf|NaN)$/i, 'is not a sample'),
])
const Answer = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(Sample).min(1) })).max(1_000),
  }),
})

/** Maximum series of a file; a query with more is too wide to explain a result. */
const MAX_SERIES = 40
const MAX_NAME = 150

export const isPrometheusAnswer = (text: string): boolean =>
  isJsonObjectWith(text.slice(0, 2_000), 'status', 'resultType') &&
  /"resultType"\s*:\s*"matrix"/.test(text.slice(0, 2_000))

/** Parses the answer of `/api/v1/query_range`: each series becomes samples and a mean, under its name and labels. */
export function parsePrometheus(text: string, file: string): Parsed<readonly SampledSeries[]> {
  const read = parseJsonReport(text, file, Answer)
  if ('problems' in read) return { value: null, problems: read.problems }
  const { value, lineOf } = read.report
  const { result } = value.data
  const problems: Problem[] = []
  if (result.length > MAX_SERIES) {
    const message = `has ${result.length} series, more than ${MAX_SERIES}; aggregate them in the query, as with sum by (instance)`
    return { value: null, problems: [{ file, message }] }
  }
  const varying = varyingLabels(result.map(({ metric }) => metric))
  const series = result.map(({ metric, values }, index): SampledSeries => {
    const times = values.map(([seconds]) => seconds)
    const wrong = times.findIndex((seconds, i) => i > 0 && seconds <= (times[i - 1] ?? 0))
    if (wrong !== -1)
      problems.push(
        refusal(file, 'the times of a series must rise', lineOf(['data', 'result', index, 'values', wrong])),
      )
    const intervalSeconds = intervalOf(times) ?? 1
    return { metric: nameOf(metric, varying), values: onGrid(values, intervalSeconds), intervalSeconds }
  })
  if (series.length === 0) problems.push({ file, message: 'has no series' })
  return problems.length > 0 ? { value: null, problems } : { value: series, problems }
}

/** The samples by interval; null where the query had none, and for values that are not numbers. */
function onGrid(values: readonly z.infer<typeof Sample>[], intervalSeconds: number): (number | null)[] {
  const [first] = values
  const grid: (number | null)[] = []
  for (const [seconds, text] of values) {
    const at = Math.round((seconds - (first?.[0] ?? 0)) / intervalSeconds)
    if (at > MAX_SAMPLES) break
    while (grid.length < at) grid.push(null)
    grid.push(Number.isFinite(Number(text)) ? Number(text) : null)
  }
  return grid
}

const MAX_SAMPLES = 100_000

/** Labels in which the series differ; the others are the same for all and left out of their names. */
function varyingLabels(metrics: readonly Readonly<Record<string, string>>[]): string[] {
  const labels = [...new Set(metrics.flatMap((metric) => Object.keys(metric)))].filter((label) => label !== '__name__')
  return labels.filter((label) => new Set(metrics.map((metric) => metric[label])).size > 1).sort()
}

function nameOf(metric: Readonly<Record<string, string>>, varying: readonly string[]): string {
  const labels = varying.flatMap((label) => (metric[label] === undefined ? [] : [`${label}=${metric[label]}`]))
  const name = [metric.__name__ ?? 'query', ...labels].join(' ').replace(/\s+/g, ' ').slice(0, MAX_NAME).trim()
  return `prometheus:${name}`
}
