import { dimensionWord } from '../../axis-label.ts'
import type { Comparison } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'

/** Dimensions that a sweep can have on an axis in addition to parameters. */
const SWEPT_TOO: readonly DimensionName[] = ['test', 'clients', 'version', 'compiler', 'config', 'hardware', 'workload']

/** An axis of a sweep, with the dimensions that it can show. */
export type SweepAxis = {
  axis: 'rows' | 'columns' | 'tables'
  label: string
  chosen: string
  offered: readonly SweepChoice[]
}
type SweepChoice = { value: string; label: string }

/** The comparison of the study: one metric, tables by any two dimensions. */
export function sweepComparison(requested: Comparison): Comparison {
  return { ...requested, metrics: requested.metrics.slice(0, 1), onlyChanged: false }
}

/**
 * Choices for rows, columns and tables: parameters and similar dimensions with several values among the results of the
 * comparison, and the current choice.
 */
export function sweepAxes(
  comparison: Comparison,
  observed: readonly { name: DimensionName; values: readonly unknown[] }[],
): SweepAxis[] {
  const several = observed.filter(({ name, values }) => isSwept(name) && values.length > 1).map(({ name }) => name)
  const labels = { rows: 'Rows', columns: 'Columns', tables: 'A table per' } as const
  return (['rows', 'columns', 'tables'] as const).map((axis) => {
    const chosen = comparison[axis].join(',')
    const single = [...new Set([...several, ...comparison[axis].filter(isSwept)])]
    const choices = single.map((name) => ({ value: name, label: dimensionWord(name) }))
    const isListed = chosen === '' || choices.some(({ value }) => value === chosen)
    const whole = isListed ? [] : [{ value: chosen, label: comparison[axis].map(dimensionWord).join(', ') }]
    return { axis, label: labels[axis], chosen, offered: [...whole, ...choices] }
  })
}

const isSwept = (name: DimensionName): boolean => name.startsWith('param:') || SWEPT_TOO.includes(name)
