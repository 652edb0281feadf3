import { valueLabel } from '../compare/axis-label.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { ChartModel, ChartPoint } from '../publish/chart/chart-model.ts'
import type { FindingChange, FindingFacts } from './finding.ts'

/** Maximum bars of a readable chart; the table has all changes. */
const MAX_BARS = 30

/** A bar with its interval for each changed test, largest change first. */
export function findingChart({ from, to, changes, direction }: FindingFacts): ChartModel {
  const shown = changes.slice(0, MAX_BARS)
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

/** Returns a function that names a test by the dimensions in which the changes differ. */
export function namerOf(changes: readonly FindingChange[]): (change: FindingChange) => string {
  const several = (values: readonly string[]) => new Set(values).size > 1
  const shown = {
    workload: several(changes.map(({ benchmark, workload }) => `${benchmark} ${workload}`)),
    clients: several(changes.map(({ clients }) => clients)),
  }
  const lines = Map.groupBy(changes, ({ benchmark, workload }) => `${benchmark} ${workload}`)
  return ({ benchmark, workload, test, clients, line }) => {
    const alike = lines.get(`${benchmark} ${workload}`) ?? []
    const apart = partsOf(line).filter((part) => alike.some((other) => !partsOf(other.line).includes(part)))
    return [test, shown.workload ? workload : '', shown.clients ? valueLabel('clients', clients) : '', apart.join(' ')]
      .filter((part) => part !== '' && part !== 'unknown')
      .join(' · ')
  }
}

const partsOf = (line: string) => line.split(' ')
