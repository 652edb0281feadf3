import type { ChartModel, ChartPoint } from '../chart/chart-model.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { FindingChange, FindingFacts } from './finding.ts'

/** More bars than these nobody reads; the table has all. */
const MOST_BARS = 30

/** Every changed test as a bar with its interval, largest change first. */
export function findingChart({ from, to, changes, direction }: FindingFacts): ChartModel {
  const shown = changes.slice(0, MOST_BARS)
  const largest = shown[0]
  const nameOf = namerOf(changes)
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

/** Names tests with what tells them apart: a workload or a number of clients that all share is not said. */
export function namerOf(changes: readonly FindingChange[]): (change: FindingChange) => string {
  const several = (values: readonly string[]) => new Set(values).size > 1
  const says = {
    workload: several(changes.map(({ benchmark, workload }) => `${benchmark} ${workload}`)),
    clients: several(changes.map(({ clients }) => clients)),
    line: several(changes.map(({ line }) => line)),
  }
  return ({ test, workload, clients, line }) =>
    [test, says.workload ? workload : '', says.clients ? `${clients} clients` : '', says.line ? line : '']
      .filter((part) => part !== '' && part !== 'unknown')
      .join(' · ')
}
