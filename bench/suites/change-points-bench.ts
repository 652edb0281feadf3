import { findChangePoints } from '@assay/domain/findings/series/detect/change-points'
import { findEDivisive } from '@assay/domain/findings/series/detect/e-divisive'
import { runOtava } from '../lib/otava.ts'
import type { Line } from '../lib/print-table.ts'
import { type MadeSeries, makeSeries, SERIES_KINDS } from '../lib/synthetic-series-kinds.ts'
import { quickest } from '../lib/timing.ts'

/** The constants of the default detector were chosen on seeds 2, 3, 5 and 7; these are others. */
const SEED = 20_261
const SERIES = 1_000
/** Maximum distance in points between a detected and a true change. */
const WITHIN = 3

/**
 * Compares the default detector and E-divisive with apache-otava on the same generated series. Lines of flat kinds
 * count the series with a false alarm; lines of steps give F1, with recall and precision in the name.
 */
export async function benchChangePoints(): Promise<Line[]> {
  const lines = Object.keys(SERIES_KINDS).flatMap((kind) => linesOf(kind))
  return [...lines, ...speed()]
}

function linesOf(kind: string): Line[] {
  const series = makeSeries(kind, SEED, SERIES)
  const values = series.map((one) => one.values)
  const otava = runOtava(values)
  const scores = {
    default: score(series, values.map(findChangePoints)),
    'e-divisive': score(
      series,
      values.map((one) => findEDivisive(one)),
    ),
    'e-divisive, any size': score(
      series,
      values.map((one) => findEDivisive(one, { minChange: 0 })),
    ),
  }
  const theirs = otava === null ? null : score(series, otava.cuts)
  const ours = Object.entries(scores).map(([name, found]) => ({ name, ...found }))
  const all = theirs === null ? ours : [...ours, { name: 'apache-otava', ...theirs }]
  return all.map(({ name, value, words, unit }) => ({
    what: `${kind}: ${name}${words}`,
    value,
    unit,
    ...(name === 'default' && theirs !== null && { base: theirs.value, baseName: 'apache-otava', goal: GOALS[unit] }),
  }))
}

/** At least as good as apache-otava for every kind, and at most 5% false alarms for each kind of noise. */
const GOALS = { '% alarms': 'at most 1, under 5%', '% F1': 'at least 1' } as const

type Score = { value: number; unit: keyof typeof GOALS; words: string }

function score(series: readonly MadeSeries[], cuts: readonly (readonly number[])[]): Score {
  let [alarms, hits, steps, right, found] = [0, 0, 0, 0, 0]
  for (const [i, one] of series.entries()) {
    const mine = cuts[i] ?? []
    if (mine.length > 0) alarms++
    steps += one.steps.length
    found += mine.length
    hits += one.steps.filter((step) => mine.some((cut) => Math.abs(cut - step) <= WITHIN)).length
    right += mine.filter((cut) => one.steps.some((step) => Math.abs(cut - step) <= WITHIN)).length
  }
  if (steps === 0) return { value: (100 * alarms) / series.length, unit: '% alarms', words: '' }
  const [recall, precision] = [hits / steps, found === 0 ? 1 : right / found]
  const words = `, recall ${(100 * recall).toFixed(1)}, precision ${(100 * precision).toFixed(1)}`
  return { value: (200 * recall * precision) / (recall + precision), unit: '% F1', words }
}

/** Measures 1,000 series of 100 points of all kinds, in one warm process, like apache-otava. */
function speed(): Line[] {
  const kinds = Object.keys(SERIES_KINDS)
  const series = kinds.flatMap((kind) => makeSeries(kind, SEED + 1, 1_000 / kinds.length)).map(({ values }) => values)
  const long = makeSeries('two 5% steps, 2%', SEED, 100).flatMap(({ values }) => values)
  const ours = quickest(() => series.map(findChangePoints))
  const otava = runOtava(series)
  return [
    {
      what: '1,000 series x 100 points, apache-otava / ours',
      value: otava?.ms ?? ours,
      unit: 'ms',
      ...(otava !== null && { base: ours, baseName: 'ours', goal: 'at least 30, aim 100' }),
    },
    {
      what: '1,000 series x 100 points, e-divisive',
      value: quickest(() => series.map((one) => findEDivisive(one))),
      unit: 'ms',
    },
    { what: 'one series of 10,000 points', value: quickest(() => findChangePoints(long)), unit: 'ms' },
  ]
}
