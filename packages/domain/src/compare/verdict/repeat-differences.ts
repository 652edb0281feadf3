import type { DimensionName } from '../dimension.ts'
import { byName, dimensionOrder } from '../dimension-order.ts'
import type { Point } from '../point.ts'

/** Name of a dimension, or of a fact of a run such as `commit` (run/run-facts.ts). */
export type RepeatProperty = string

/** By property, the values in which some results differ; the empty text where a result does not state it. */
export type RepeatDifferences = ReadonlyMap<RepeatProperty, ReadonlySet<string>>

/** The number of the repeat is what repeats differ in, and the group follows from the test. */
const IGNORED: ReadonlySet<string> = new Set<DimensionName>(['repeat', 'group'])

/** A result that does not state this dimension agrees with any value, as with facts. */
const MAY_BE_UNSTATED: ReadonlySet<string> = new Set<DimensionName>(['benchmarkVersion'])

/** The parts of a build: where one of these differs, the label of the build differs with it. */
const PARTS_OF_BUILD = ['product', 'version', 'compiler', 'flags', 'commit', 'build type']

/** Properties that belong to a dimension: where it differs, they may differ with it, and it alone is named. */
const BELONGS_TO: Readonly<Record<string, readonly DimensionName[]>> = {
  commit: ['product', 'version'],
  'config text': ['product', 'config'],
  OS: ['hardware'],
  storage: ['hardware'],
  'file system': ['hardware'],
  'mount options': ['hardware'],
}

/**
 * Everything in which results that share a cell differ: dimensions on no axis, and facts of their runs. They are
 * repeats of each other exactly when this is empty. A fact or a benchmark version that a result does not state differs
 * from none; any other dimension that is absent differs from one that is present.
 */
export function repeatDifferences(points: readonly Point[]): RepeatDifferences {
  if (points.length < MIN_KEPT) return findDifferences(points)
  const found = kept.get(points) ?? findDifferences(points)
  kept.set(points, found)
  return found
}

/** The note, the verdict and the warning of one cell ask for the same; looking again at a few results costs less. */
const MIN_KEPT = 100
const kept = new WeakMap<readonly Point[], RepeatDifferences>()

function findDifferences(points: readonly Point[]): RepeatDifferences {
  const found: Map<RepeatProperty, Set<string>> = new Map()
  const [first] = points
  if (first === undefined || points.length === 1) return found
  const stated = new Map<string, Set<string>>()
  const factsSeen = new Set<Point['facts']>()
  for (const { coordinates: own, facts } of points) {
    addCoordinates(first.coordinates, own, found)
    if (own.benchmarkVersion !== undefined) add(stated, 'benchmarkVersion', own.benchmarkVersion)
    if (facts === undefined || factsSeen.has(facts)) continue
    factsSeen.add(facts)
    for (const name in facts) if (Object.hasOwn(facts, name)) add(stated, name, facts[name] ?? '')
  }
  for (const [name, values] of stated) if (values.size > 1) found.set(name, values)
  return found
}

/** The same without what only follows from another difference, in words and in a fixed order. */
export function namedDifferences(points: readonly Point[]): { property: RepeatProperty; values: string[] }[] {
  const all = repeatDifferences(points)
  return [...all]
    .filter(([property]) => !followsFromAnother(property, all))
    .map(([property, values]) => ({ property, values: inOrder(property, values) }))
    .sort((a, b) => (a.property < b.property ? -1 : 1))
}

/** The values of a property, those of a dimension in its order. */
export const inOrder = (property: RepeatProperty, values: Iterable<string>): string[] =>
  // The order of an unknown name is that of any text.
  [...values].sort(property === 'version' ? dimensionOrder('version', []) : byName)

/** True when another difference explains a property: a commit belongs to its version, flags are part of a build. */
export function followsFromAnother(property: RepeatProperty, all: { has(property: RepeatProperty): boolean }): boolean {
  const owners = property === 'build' ? PARTS_OF_BUILD : (BELONGS_TO[property] ?? [])
  return owners.some((owner) => all.has(owner))
}

/** The dimensions that a fact belongs to; empty for one that stands for itself. */
export const ownersOf = (fact: string): readonly DimensionName[] => BELONGS_TO[fact] ?? []

function addCoordinates(
  first: Point['coordinates'],
  own: Point['coordinates'],
  found: Map<RepeatProperty, Set<string>>,
): void {
  if (first === own) return
  // Both are read by a name that one of them has.
  for (const name in first) if (first[name as 'test'] !== own[name as 'test']) addBoth(name as DimensionName)
  for (const name in own) if (!(name in first)) addBoth(name as DimensionName)

  function addBoth(name: DimensionName) {
    if (IGNORED.has(name) || MAY_BE_UNSTATED.has(name)) return
    add(found, name, first[name] ?? '')
    add(found, name, own[name] ?? '')
  }
}

function add(into: Map<string, Set<string>>, name: string, value: string): void {
  const values = into.get(name)
  if (values === undefined) into.set(name, new Set([value]))
  else values.add(value)
}
