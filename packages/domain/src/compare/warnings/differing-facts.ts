import { BUILD_FACTS } from '../../run/facts-of-repeats.ts'
import { listValues } from '../cells/mixed-note.ts'
import type { Context } from '../context.ts'
import { byName } from '../dimension-order.ts'
import type { GridWarning } from '../grid.ts'
import { idOn } from '../pivot.ts'
import type { Point } from '../point.ts'
import { ownersOf } from '../verdict/repeat-differences.ts'
import { comparedWithin } from './hidden-differences.ts'

type Facts = NonNullable<Point['facts']>

/**
 * Warnings for facts of runs that are not dimensions (governor, SMT, kernel, commit, config text) and that differ
 * between results that are compared with each other. An unstated fact differs from none. A fact that belongs to a
 * dimension (the commit to the version, the text to the config, the storage to the machine) counts only if it differs
 * within one value of that dimension. Facts of a build are not reported when builds are on an axis.
 *
 * @param mixed differences inside cells, which hiddenDifferences reports.
 */
export function differingFacts(
  points: readonly Point[],
  mixed: { has(property: string): boolean },
  { axes, read, comparison }: Context,
): GridWarning[] {
  const shown = new Set([...axes.tables, ...axes.rows, ...axes.columns])
  const ofBuild: ReadonlySet<string> = new Set(shown.has('build') ? Object.values(BUILD_FACTS) : [])
  const candidates = [...valuesByFact(points).keys()].filter(
    (name) => !mixed.has(name) && !ofBuild.has(name) && !isOfOwner(name, points),
  )
  if (candidates.length === 0) return []
  // Most tables return before this point; the grouping below reads every result.
  const alike = [...comparedWithin(axes, comparison.base), 'test'] as const
  const groups = Map.groupBy(points, (point) => idOn(alike, point, read))
  const differing = new Map<string, Set<string>>()
  for (const group of groups.values()) {
    for (const [name, values] of valuesByFact(group)) {
      if (!candidates.includes(name)) continue
      differing.set(name, new Set([...(differing.get(name) ?? []), ...values]))
    }
  }
  return [...differing].map(([name, values]) => ({
    code: 'fact-differs',
    text: `The ${name} differs between results that are compared: ${listValues(name, [...values].sort(byName))}.`,
  }))
}

/** True when a fact has one value for each combination of values of the dimensions that it belongs to. */
function isOfOwner(fact: string, points: readonly Point[]): boolean {
  const owners = ownersOf(fact)
  if (owners.length === 0) return false
  const knownOf = new Map<string, string>()
  return points.every(({ coordinates, facts }) => {
    const value = facts?.[fact]
    if (value === undefined) return true
    const owner = JSON.stringify(owners.map((dimension) => coordinates[dimension]))
    const known = knownOf.get(owner) ?? value
    knownOf.set(owner, known)
    return known === value
  })
}

/** Facts with two values or more. */
function valuesByFact(points: readonly Point[]): Map<string, Set<string>> {
  const distinct = new Set<Facts>()
  for (const { facts } of points) if (facts !== undefined) distinct.add(facts)
  const values = new Map<string, Set<string>>()
  for (const facts of distinct) {
    for (const [name, value] of Object.entries(facts)) values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return new Map([...values].filter(([, own]) => own.size > 1))
}
