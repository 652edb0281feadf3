import { z } from 'zod'
import type { PointSet } from '../../compare/point.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import type { JudgedChange } from '../pair-verdicts.ts'

/** Verdict on one test between two releases. */
const LineVerdict = z.enum(['regression', 'improvement', 'no change', 'inconclusive'])
type LineVerdict = z.infer<typeof LineVerdict>

/** One test between two releases. Ratios are oriented so that more than 1 is better for every metric. */
export const ReleaseLine = z.strictObject({
  test: z.string(),
  clients: z.string(),
  /** Config, compiler and parameters that distinguish the line from others of its test; empty if there are none. */
  line: z.string(),
  metric: z.string(),
  ratio: z.number().positive(),
  /** 95% interval of the ratio; null if the noise is unknown. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  verdict: LineVerdict,
})
export type ReleaseLine = z.infer<typeof ReleaseLine>

const NamedRatio = z.strictObject({ name: z.string(), ratio: z.number() })

/** Summary of a release compared with the previous one in one environment, for the overview. */
export const ReleaseSummary = z.strictObject({
  workload: z.string(),
  /** Number of lines with a ratio. */
  compared: z.int(),
  /** Geometric mean of all ratios; null without a ratio. */
  geometricMean: z.number().nullable(),
  regressions: z.int(),
  improvements: z.int(),
  noChange: z.int(),
  inconclusive: z.int(),
  /** Number of tests of the newer release without a counterpart in the previous one. */
  notCompared: z.int(),
  /** The largest regressions, worst first. */
  worst: z.array(NamedRatio),
  /** The largest improvements, best first. */
  best: z.array(NamedRatio),
})
export type ReleaseSummary = z.infer<typeof ReleaseSummary>

/** Maximum regressions, and maximum improvements, that a summary names. */
export const MAX_NAMED = 2

/**
 * Summarizes the verdicts on a release and the previous one in one environment.
 *
 * @param judged result of `judgePair` for the two releases.
 * @param set the judged results, for their metrics and for tests without a counterpart.
 */
export function summarizeRelease(
  judged: readonly JudgedChange[],
  set: PointSet,
  { to, workload }: { to: string; workload: string },
): { summary: ReleaseSummary; lines: ReleaseLine[] } {
  const lowerIsBetter = new Set(set.metrics.flatMap(({ name, better }) => (better === 'lower' ? [name] : [])))
  const lines = judged.map((one) => releaseLine(one, lowerIsBetter))
  const comparedTests = new Set(lines.map(({ test }) => test))
  const measured = new Set(
    set.points.flatMap(({ coordinates: { version, test } }) => (version === to && test !== undefined ? [test] : [])),
  )
  const count = (verdict: LineVerdict) => lines.filter((line) => line.verdict === verdict).length
  const byRatio = lines.toSorted((a, b) => a.ratio - b.ratio)
  return {
    lines,
    summary: {
      workload,
      compared: lines.length,
      geometricMean: geometricMean(lines.map(({ ratio }) => ratio)),
      regressions: count('regression'),
      improvements: count('improvement'),
      noChange: count('no change'),
      inconclusive: count('inconclusive'),
      notCompared: [...measured].filter((test) => !comparedTests.has(test)).length,
      worst: named(byRatio, 'regression'),
      best: named(byRatio.toReversed(), 'improvement'),
    },
  }
}

/** A verdict on two releases as a line of their plot. */
export function releaseLine({ change, verdict }: JudgedChange, lowerIsBetter: ReadonlySet<string>): ReleaseLine {
  const { test, clients, line, metric, ratio, low, high } = change
  const about = { test, clients, line, metric, verdict }
  if (!lowerIsBetter.has(metric)) return { ...about, ratio, low, high }
  const inverse = (value: number | null) => (value === null || value <= 0 ? null : 1 / value)
  return { ...about, ratio: 1 / ratio, low: inverse(high), high: inverse(low) }
}

const named = (lines: readonly ReleaseLine[], verdict: LineVerdict) =>
  lines
    .filter((line) => line.verdict === verdict)
    .slice(0, MAX_NAMED)
    .map((line) => ({ name: lineName(line), ratio: line.ratio }))

/** Name of a line: `scan`, `scan · 40 clients`, `read-only · x10b`. */
export const lineName = ({ test, line }: Pick<ReleaseLine, 'test' | 'line'>): string =>
  line === '' ? test : `${test} · ${line}`
