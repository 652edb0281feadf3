import type { Better } from '../../run/metric.ts'
import { median } from '../../stats/median.ts'
import { SIGNALS, WHY_LIMITS } from './signals.ts'

type SidedMetric = { name: string; unit: string; about: string; better: Better }

/** The values of one result behind a cell. */
export type MeasuredResult = { runId: string; values: readonly { metric: SidedMetric; value: number }[] }

/** One metric of a cell next to its base; the median of the results of each side. */
export type PairedMetric = SidedMetric & {
  value: number
  base: number | null
  /** value / base; null without a base, or when it is 0. */
  ratio: number | null
  /** Direction of a clear difference; null for a small one, and for metrics that judge nothing. */
  tone: 'worse' | 'better' | null
  /** Values of the single results, for a strip of repeats. */
  repeats: { own: number[]; base: number[] }
}

/** Metrics that explain most changes, in the order of their tables. */
const KEY_METRICS: readonly string[] = [
  ...SIGNALS.cpu.metrics,
  ...SIGNALS.switches.metrics,
  ...SIGNALS.reads.metrics,
  ...SIGNALS.writeKb.metrics,
  ...SIGNALS.tail.metrics,
]

/** Pairs the metrics of a cell with those of its base: its own metric first, then those that explain, then the others. */
export function pairMetrics(
  metric: string,
  own: readonly MeasuredResult[],
  base: readonly MeasuredResult[],
): { key: PairedMetric[]; others: PairedMetric[] } {
  const [ownValues, baseValues] = [valuesByMetric(own), valuesByMetric(base)]
  const paired = [...ownValues].map(([name, { metric: about, values }]) =>
    pairOf(about, values, baseValues.get(name)?.values ?? []),
  )
  const rank = ({ name }: PairedMetric) => (name === metric ? -1 : KEY_METRICS.indexOf(name))
  const isKey = (one: PairedMetric) => one.name === metric || KEY_METRICS.includes(one.name)
  return {
    key: paired.filter(isKey).sort((a, b) => rank(a) - rank(b)),
    others: paired.filter((one) => !isKey(one)),
  }
}

function pairOf(metric: SidedMetric, own: number[], others: number[]): PairedMetric {
  const value = median(own) ?? 0 // A metric is listed because it has a value.
  const base = median(others)
  const ratio = base === null || base === 0 ? null : value / base
  return { ...metric, value, base, ratio, tone: toneOf(ratio, metric.better), repeats: { own, base: others } }
}

function toneOf(ratio: number | null, better: Better): PairedMetric['tone'] {
  if (ratio === null || better === 'neither' || (ratio > WHY_LIMITS.down && ratio < WHY_LIMITS.up)) return null
  return ratio > 1 === (better === 'higher') ? 'better' : 'worse'
}

function valuesByMetric(results: readonly MeasuredResult[]): Map<string, { metric: SidedMetric; values: number[] }> {
  const found = new Map<string, { metric: SidedMetric; values: number[] }>()
  for (const { metric, value } of results.flatMap(({ values }) => values)) {
    const known = found.get(metric.name)
    if (known === undefined) found.set(metric.name, { metric, values: [value] })
    else known.values.push(value)
  }
  return found
}
