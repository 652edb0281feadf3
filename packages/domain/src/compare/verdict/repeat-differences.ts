import type { DimensionName } from '../dimension.ts'
import { byName, dimensionOrder } from '../dimension-order.ts'
import type { Point } from '../point.ts'

/** Name of a dimension, or of a fact of a run such as `commit` (run/facts-of-repeats.ts). */
export type RepeatProperty = string

/** Different values by property; the empty text for results that do not state it. */
export type RepeatDifferences = ReadonlyMap<RepeatProperty, ReadonlySet<string>>

/** Repeats differ in their number by definition, and the group follows from the test. */
const IGNORED: ReadonlySet<string> = new Set<DimensionName>(['repeat', 'group'])

/** A result that does not state this dimension agrees with any value, like unstated facts. */
const MAY_BE_UNSTATED: ReadonlySet<string> = new Set<DimensionName>(['benchmarkVersion'])

/** Components of a build; if one of them differs, the label of the build differs too. */
const PARTS_OF_BUILD = ['product', 'version', 'compiler', 'flags', 'commit', 'build type']

/**
 * Properties that belong to dimensions: if a dimension differs, they may differ with it, and only the dimension is
 * named.
 */
const BELONGS_TO: Readonly<Record<string, readonly DimensionName[]>> = {
  commit: ['product', 'version'],
  'config text': ['product', 'config'],
  OS: ['hardware'],
  storage: ['hardware'],
  'file system': ['hardware'],
  'mount options': ['hardware'],
}

/**
 * Dimensions on no axis and facts of runs in which results of a cell differ. Results are repeats of each other exactly
 * if there are none. An unstated fact or benchmark version agrees with any value; every other missing dimension differs
 * from one that is present.
 */
export function repeatDifferences(points: readonly Point[]): RepeatDifferences {
  if (points.length < MIN_CACHED) return findDifferences(points)
  const found = cache.get(points) ?? findDifferences(points)
  cache.set(points, found)
  return found
}

/**
 * Minimum results for which the answer is cached: the note, the verdict and the warning of one cell request the same,
 * but for a few results computing it again is faster.
 */
const MIN_CACHED = 100
const cache = new WeakMap<readonly Point[], RepeatDifferences>()

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

/** Differences as words in a fixed order, without those that only follow from another difference. */
export function namedDifferences(points: readonly Point[]): { property: RepeatProperty; values: string[] }[] {
  const all = repeatDifferences(points)
  return [...all]
    .filter(([property]) => !followsFromAnother(property, all))
    .map(([property, values]) => ({ property, values: inOrder(property, values) }))
    .sort((a, b) => (a.property < b.property ? -1 : 1))
}

/** The values of a property in display order. */
export const inOrder = (property: RepeatProperty, values: Iterable<string>): string[] =>
  // An unknown name is ordered like any text.
  [...values].sort(property === 'version' ? dimensionOrder('version', []) : byName)

/** True if another difference explains a property: a commit belongs to its version, flags are part of a build. */
export function followsFromAnother(property: RepeatProperty, all: { has(property: RepeatProperty): boolean }): boolean {
  const owners = property === 'build' ? PARTS_OF_BUILD : (BELONGS_TO[property] ?? [])
  return owners.some((owner) => all.has(owner))
}

/** The dimensions that a fact belongs to; empty for an independent fact. */
export const ownersOf = (fact: string): readonly DimensionName[] => BELONGS_TO[fact] ?? []

function addCoordinates(
  first: Point['coordinates'],
  own: Point['coordinates'],
  found: Map<RepeatProperty, Set<string>>,
): void {
  if (first === own) return
  // Both objects have the same type of keys, and the name comes from one of them.
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
