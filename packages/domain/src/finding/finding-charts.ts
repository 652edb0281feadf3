import type { ChartModel, ChartPoint } from '../chart/chart-model.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { FindingChange, FindingFacts } from './finding.ts'

/** More bars than these nobody reads; the table has all. */
const MOST_BARS = 30

/** Every changed test as a bar with its interval, largest change first. */
export function findingChart({ from, to, changes, direction }: FindingFacts): ChartModel {
  const shown = changes.slice(0, MOST_BARS)
  const largest = shown[0]
  const metrics = new Set(shown.map(({ metric }) => metric))
  return {
    id: 'changes',
    title: `${to} divided by ${from}`,
    summary:
      largest === undefined
        ? ''
        : `The largest change is ${nameOf(largest)} at ${formatRatio(largest.ratio)}; bars show the 95% interval.`,
    draw: 'rows',
    x: { kind: 'ordered', label: 'test', places: shown.map((change) => ({ name: nameOf(change) })) },
    y: {
      label: metrics.size === 1 ? `${[...metrics][0]}, relative` : 'relative',
      unit: '',
      better: 'higher',
      format: 'ratio',
    },
    series: [{ name: to, color: 1, points: shown.map((change, x) => pointOf(change, x, direction)) }],
    marks: [{ axis: 'y', at: 1, label: from }],
    ...(changes.length > shown.length ? { left: `${shown.length} of ${changes.length} are drawn.` } : {}),
  }
}

const pointOf = ({ ratio, low, high }: FindingChange, x: number, tone: 'worse' | 'better'): ChartPoint => ({
  x,
  y: ratio,
  tone,
  ...(low === null || high === null ? {} : { low, high }),
})

/** A test with what tells it from others of its name. */
export const nameOf = ({ test, workload, clients, line }: FindingChange): string =>
  [test, workload, clients === '' || clients === '1' ? '' : `${clients} clients`, line]
    .filter((part) => part !== '' && part !== 'unknown')
    .join(' · ')
