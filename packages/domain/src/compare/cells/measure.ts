import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '../../run/metric.ts'
import { excludes } from '../../run/validity/flag-severity.ts'
import { mean } from '../../stats/mean.ts'
import { median } from '../../stats/median.ts'
import { roundHalfEven } from '../../stats/round-half-even.ts'
import { sortNumbers } from '../../stats/sort-numbers.ts'
import { COUNTED_IN, isExcluded, LEFT_OUT } from '../band.ts'
import type { Comparison } from '../comparison.ts'
import type { Footnote, Point, TestInfo } from '../point.ts'
import { mixedNote } from './mixed-note.ts'

/** The aggregated value of the results of one cell. */
export type Measurement = {
  value: number
  repeats: number
  min: number
  max: number
  /** All values in ascending order. */
  values: readonly number[]
  /** The results, and the value of each in the same order. */
  points: readonly Point[]
  valueOfPoint: readonly number[]
  footnotes: readonly Footnote[]
  runIds: readonly string[]
}

export const ARCHIVE_AVERAGE = 'archive-average'

const archiveAverage: Footnote = {
  code: ARCHIVE_AVERAGE,
  text: "The archive's own figure, as published; the exact one is not stored.",
}

/** Metrics that the archive rounds to integers before it divides them. */
const PUBLISHED_AS_INTEGERS = new Set([
  'qps',
  'tps',
  'ops/s',
  'inserts/s',
  'indexed_rows/s',
  'range_queries/s',
  'point_queries/s',
])

/**
 * The metric that `primary` means for a test. Other names are returned unchanged, as is `primary` for an unknown test.
 */
export function resolveMetric(metric: string, testInfo: TestInfo | undefined): string {
  return metric === PRIMARY_METRIC ? (testInfo?.primaryMetric ?? metric) : metric
}

/**
 * Aggregates one metric of the results of a cell by the comparison's policy for repeats (`each` uses the median if
 * several results still share the cell). Results with an excluding flag are left out unless the comparison includes
 * them or the cell has no others; a value made of flagged results is excluded. Results that are not repeats of each
 * other are aggregated too, with a footnote about their differences.
 *
 * @param points newest run first.
 * @returns null when none of them has the metric.
 */
export function measure(
  points: readonly Point[],
  metric: string,
  { repeats, asPublished, countBadged }: Pick<Comparison, 'repeats' | 'asPublished' | 'countBadged'>,
): Measurement | null {
  const published = AS_PUBLISHED_PREFIX + metric
  const [first, second] = asPublished ? [published, metric] : [metric, published]
  const taken = emptyMeasuring()
  let leftOut: Measuring | null = null
  for (const point of points) {
    const name = Object.hasOwn(point.values, first) ? first : second
    const value = Object.hasOwn(point.values, name) ? point.values[name] : undefined
    if (value === undefined) continue
    let into = taken
    if (point.footnotes !== undefined) {
      const notes = notesOn(point.footnotes, metric)
      if (!countBadged && isExcluded(notes)) {
        leftOut ??= emptyMeasuring()
        into = leftOut
      }
      into.footnotes.push(...(countBadged ? notes.map(asCounted) : notes))
    }
    into.values.push(asPublished && PUBLISHED_AS_INTEGERS.has(metric) ? roundHalfEven(value) : value)
    into.runIds.push(point.runId)
    into.points.push(point)
    if (!asPublished && name === published) into.footnotes.push(archiveAverage)
  }
  if (leftOut !== null && taken.values.length > 0) noteLeftOut(taken, leftOut)
  return summarize(taken.values.length === 0 && leftOut !== null ? leftOut : taken, repeats)
}

/** The values collected for a cell so far. */
type Measuring = { values: number[]; points: Point[]; footnotes: Footnote[]; runIds: string[] }

const emptyMeasuring = (): Measuring => ({ values: [], points: [], footnotes: [], runIds: [] })

function summarize(
  { values: valueOfPoint, points, footnotes, runIds }: Measuring,
  repeats: Comparison['repeats'],
): Measurement | null {
  const values = valueOfPoint.length === 1 ? valueOfPoint : sortNumbers(valueOfPoint)
  const [min, max] = [values[0], values.at(-1)]
  if (min === undefined || max === undefined) return null
  const mixed = mixedNote(points)
  if (mixed !== null) footnotes.push(mixed)
  return {
    value: values.length === 1 ? min : aggregate(values, repeats, { min, max }),
    repeats: values.length,
    min,
    max,
    values,
    points,
    valueOfPoint,
    footnotes: footnotes.length < 2 ? footnotes : distinct(footnotes),
    runIds: runIds.length < 2 ? runIds : [...new Set(runIds)],
  }
}

/** Footnotes about a metric, and those about the whole result. */
function notesOn(footnotes: readonly Footnote[], metric: string): readonly Footnote[] {
  if (footnotes.every(({ metrics }) => metrics === undefined)) return footnotes
  return footnotes.filter(({ metrics }) => metrics === undefined || metrics.includes(metric))
}

/** Changes the code of an included flag, so that it is still shown but excludes nothing. */
const asCounted = (note: Footnote): Footnote =>
  excludes(note.code) ? { ...note, code: `${COUNTED_IN}${note.code}`, text: `${note.text} Counted in.` } : note

/** Adds footnotes about the flagged repeats that a value leaves out. */
function noteLeftOut(taken: Measuring, leftOut: Measuring): void {
  const all = taken.values.length + leftOut.values.length
  const share = `${leftOut.values.length} of ${all} results left out`
  for (const note of leftOut.footnotes) {
    taken.footnotes.push({ ...note, code: `${LEFT_OUT}${note.code}`, text: `${share}: ${note.text}` })
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
