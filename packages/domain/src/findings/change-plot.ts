import { valueLabel } from '../compare/axis-label.ts'
import type { PairMark } from '../compare/pairs/pair-table.ts'
import { type RatioScale, ratioScale } from '../compare/pairs/ratio-scale.ts'
import type { FindingChange, FindingFacts } from './finding.ts'

/** The dot of a change with its interval; positions are fractions of the width. */
export type ChangeMark = Pick<PairMark, 'column' | 'state' | 'at' | 'from' | 'to' | 'outside'>

/** The plot of the changes of a finding: their common axis, and the mark of each. */
export type ChangePlot = {
  scale: Pick<RatioScale, 'ticks' | 'band'>
  markOf: (change: FindingChange) => ChangeMark
}

/** Places the changes of a finding on a logarithmic axis with 1.0 in the middle. */
export function changePlot({ changes, direction }: Pick<FindingFacts, 'changes' | 'direction'>): ChangePlot {
  const { scale, markOf } = changeScale(changes)
  const state = direction === 'worse' ? 'regression' : 'improvement'
  return { scale, markOf: (change) => markOf(change, state) }
}

/** The same for changes in both directions. */
export function changeScale(changes: readonly FindingChange[]): {
  scale: ChangePlot['scale']
  markOf: (change: FindingChange, state: PairMark['state']) => ChangeMark
} {
  const { inside, outside, ticks, band } = ratioScale(changes.map(({ ratio }) => ratio))
  return {
    scale: { ticks, band },
    markOf: ({ ratio, low, high }, state) => {
      const hasInterval = low !== null && high !== null && low > 0
      const [from, to] = hasInterval ? [inside(low), inside(high)] : [null, null]
      return { column: 0, state, at: inside(ratio), from, to, outside: outside(ratio) }
    },
  }
}

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
