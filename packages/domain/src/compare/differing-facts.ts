import type { Context } from './context.ts'
import { byName } from './dimension-order.ts'
import type { GridWarning } from './grid.ts'
import { comparedWithin } from './hidden-differences.ts'
import { listNames } from './list-names.ts'
import { idOn } from './pivot.ts'
import type { Point } from './point.ts'

type Facts = NonNullable<Point['facts']>

/**
 * Facts of runs that are no dimension (governor, SMT, kernel) and differ between results that are compared with each
 * other. A run that does not state a fact differs from none.
 */
export function differingFacts(points: readonly Point[], { axes, read, comparison }: Context): GridWarning[] {
  const candidates = valuesByFact(points)
  if (candidates.size === 0) return []
  // Most tables end here or above: what follows looks at every result.
  const alike = [...comparedWithin(axes, comparison.base), 'test'] as const
  const groups = Map.groupBy(points, (point) => idOn(alike, point, read))
  const differing = new Map<string, Set<string>>()
  for (const group of groups.values()) {
    for (const [name, values] of valuesByFact(group)) {
      differing.set(name, new Set([...(differing.get(name) ?? []), ...values]))
    }
  }
  return [...differing].map(([name, values]) => ({
    code: 'fact-differs',
    text: `The ${name} differs between results that are compared: ${listNames([...values].sort(byName))}.`,
  }))
}

/** The facts that have several values. */
function valuesByFact(points: readonly Point[]): Map<string, Set<string>> {
  const distinct = new Set<Facts>()
  for (const { facts } of points) if (facts !== undefined) distinct.add(facts)
  const values = new Map<string, Set<string>>()
  for (const facts of distinct) {
    for (const [name, value] of Object.entries(facts)) values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return new Map([...values].filter(([, own]) => own.size > 1))
}
