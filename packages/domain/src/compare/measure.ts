import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '../run/metric.ts'
import { mean } from '../stats/mean.ts'
import { median } from '../stats/median.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import type { Comparison } from './comparison.ts'
import type { Footnote, Point, TestInfo } from './point.ts'

/** The results of one cell made one value. */
export type Measurement = {
  value: number
  repeats: number
  min: number
  max: number
  footnotes: readonly Footnote[]
  runIds: readonly string[]
}

export const ARCHIVE_AVERAGE = 'archive-average'

const archiveAverage: Footnote = {
  code: ARCHIVE_AVERAGE,
  text: "The archive's own figure, as published; the exact one is not stored.",
}

/** The archive divides throughput that it has rounded to integers. */
const PUBLISHED_AS_INTEGERS = new Set(['qps', 'tps', 'ops/s'])

/** The metric that `primary` means for a test; the name itself for any other, and for a test that nobody described. */
export function resolveMetric(metric: string, testInfo: TestInfo | undefined): string {
  return metric === PRIMARY_METRIC ? (testInfo?.primaryMetric ?? metric) : metric
}

/**
 * One value of one metric for results that share all dimensions of the axes, by the comparison's policy for repeats
 * (`each` takes the median where several still share a cell).
 *
 * @param points newest run first.
 * @returns null when none of them has the metric.
 */
export function measure(
  points: readonly Point[],
  metric: string,
  { repeats, asPublished }: Pick<Comparison, 'repeats' | 'asPublished'>,
): Measurement | null {
  const published = AS_PUBLISHED_PREFIX + metric
  const [first, second] = asPublished ? [published, metric] : [metric, published]
  const values: number[] = []
  const footnotes: Footnote[] = []
  const runIds: string[] = []
  for (const point of points) {
    const name = Object.hasOwn(point.values, first) ? first : second
    const value = Object.hasOwn(point.values, name) ? point.values[name] : undefined
    if (value === undefined) continue
    values.push(asPublished && PUBLISHED_AS_INTEGERS.has(metric) ? roundHalfEven(value) : value)
    runIds.push(point.runId)
    if (point.footnotes !== undefined) footnotes.push(...point.footnotes)
    if (!asPublished && name === published) footnotes.push(archiveAverage)
  }
  values.sort((a, b) => a - b)
  const [min, max] = [values[0], values.at(-1)]
  if (min === undefined || max === undefined) return null
  return {
    value: values.length === 1 ? min : aggregate(values, repeats, { min, max }),
    repeats: values.length,
    min,
    max,
    footnotes: footnotes.length < 2 ? footnotes : distinct(footnotes),
    runIds: runIds.length < 2 ? runIds : [...new Set(runIds)],
  }
}

function aggregate(
  values: readonly number[],
  repeats: Comparison['repeats'],
  { min, max }: { min: number; max: number },
): number {
  switch (repeats) {
    case 'min':
      return min
    case 'max':
      return max
    case 'mean':
      return mean(values) ?? min
    case 'each':
    case 'median':
      return median(values) ?? min
  }
}

function distinct(footnotes: readonly Footnote[]): Footnote[] {
  const byText = new Map(footnotes.map((footnote) => [`${footnote.code} ${footnote.text}`, footnote]))
  return [...byText.values()].sort((a, b) => (a.code < b.code || (a.code === b.code && a.text < b.text) ? -1 : 1))
}
