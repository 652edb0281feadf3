import { namesVersion } from '../../run/benchmark-version.ts'
import { buildLineOf } from '../../run/build-label.ts'
import { BUILD_FACTS, CONFIG_TEXT } from '../../run/facts-of-repeats.ts'
import { listValues, propertyWord } from '../cells/mixed-note.ts'
import type { Base } from '../comparison.ts'
import type { Context } from '../context.ts'
import { type DimensionName, isDimensionName, isParameter } from '../dimension.ts'
import { byName, dimensionOrder } from '../dimension-order.ts'
import type { GridWarning } from '../grid.ts'
import { type Axes, idOn } from '../pivot.ts'
import type { Point } from '../point.ts'
import { namedBase } from '../points-needed.ts'
import type { RepeatProperty } from '../verdict/repeat-differences.ts'

/**
 * Warnings for properties that differ and are on no axis: inside a cell that aggregates results which are not repeats,
 * or between compared results. Inside a cell every difference is reported, regardless of axes and a named base. Results
 * that are not compared with each other (of two tables, of two tests, of two rows if the base is a column) are not
 * examined, nor are named dimensions of the base and values that depend on a dimension on an axis (the commit of each
 * version).
 *
 * @param mixed differences inside cells (mixed-in-cells.ts).
 */
export function hiddenDifferences(
  points: readonly Point[],
  mixed: ReadonlyMap<RepeatProperty, ReadonlySet<string>>,
  context: Context,
): GridWarning[] {
  const between = differencesBetween(points, context)
  const properties = [...new Set([...mixed.keys(), ...between.keys()])].sort()
  return properties.map((property): GridWarning => {
    const values = new Set([...(mixed.get(property) ?? []), ...(between.get(property) ?? [])])
    const order = isDimensionName(property) ? dimensionOrder(property, context.testList) : byName
    const what = `${subjectOf(property)}: ${listValues(property, [...values].sort(order))}.`
    const it = isPlural(property) ? 'them' : 'it'
    const remedy =
      REMEDIES[property] ?? (isDimensionName(property) ? `filter ${it} or put ${it} on an axis` : FACT_REMEDY)
    return mixed.has(property)
      ? { code: 'hidden-dimension-mixed', text: `${what} Some cells mix them as if they were repeats: ${remedy}.` }
      : { code: 'hidden-dimension', text: `${what} ${capitalized(remedy)} to compare like with like.` }
  })
}

/** The subject of the sentence. Names of parameters keep their case, because the benchmark defines them. */
function subjectOf(property: RepeatProperty): string {
  const word = propertyWord(property)
  if (isParameter(property)) return `Parameter ${word} is on no axis and differs`
  return `${capitalized(word)} ${isPlural(property) ? 'are on no axis and differ' : 'is on no axis and differs'}`
}

const isPlural = (property: RepeatProperty): boolean => property === 'flags' || property === 'clients'

/** Advice on how to separate results, for facts that are not dimensions. */
const REMEDIES: Readonly<Record<string, string>> = {
  commit: 'filter build or put it on an axis',
  'build type': 'filter build or put it on an axis',
  [CONFIG_TEXT]: 'give each text a config name of its own, or exclude the runs of the others',
}
const FACT_REMEDY = 'exclude the runs that differ in it'

/** Dimensions that differ between results that are compared with each other, and that no axis explains. */
function differencesBetween(
  points: readonly Point[],
  { axes, read, comparison }: Context,
): ReadonlyMap<RepeatProperty, Set<string>> {
  const shown = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns])
  // A dimension that the base names differs on purpose.
  const named = namedBase(comparison.base).map(({ dimension }) => dimension)
  const silent = new Set<DimensionName>([...shown, ...named, 'group', 'repeat'])
  if (shown.has('build')) for (const part of ['compiler', 'flags'] as const) silent.add(part)
  const alike = [...comparedWithin(axes, comparison.base), 'test'] as const
  const differing = differingDimensions(points, (point) => idOn(alike, point, read), silent)
  // Without tests on an axis, a cell mixes them.
  const tests = new Set(points.map((point) => read(point, 'test')))
  if (!shown.has('test') && tests.size > 1) differing.set('test', tests)
  if (isOfVersion(differing.get('build'), shown)) differing.delete('build')
  return differing
}

/**
 * True when builds differ only in their commit and the version is on an axis, because each version has its own commit.
 */
const isOfVersion = (builds: ReadonlySet<string> | undefined, shown: ReadonlySet<DimensionName>): boolean =>
  shown.has('version') && new Set([...(builds ?? [])].map(buildLineOf)).size === 1

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The axes whose values separate results that are not compared: tables, and rows if the base is a column, or columns if
 * it is a row.
 */
export function comparedWithin(axes: Axes, base: Base): DimensionName[] {
  const named = namedBase(base).map(({ dimension }) => dimension)
  const isNamed = (axis: readonly DimensionName[]) => axis.some((dimension) => named.includes(dimension))
  const isCell = base.kind === 'first-cell'
  const rows = base.kind === 'first-row' || isCell || isNamed(axes.rows)
  const columns = base.kind === 'first-column' || isCell || isNamed(axes.columns) || !rows
  return [...(isNamed(axes.tables) ? [] : axes.tables), ...(rows ? [] : axes.rows), ...(columns ? [] : axes.columns)]
}

/** The dimensions that differ inside a group, with the values that they have there. */
function differingDimensions(
  points: readonly Point[],
  groupOf: (point: Point) => string,
  silent: ReadonlySet<DimensionName>,
): Map<DimensionName, Set<string>> {
  const differing = new Map<DimensionName, Set<string>>()
  const firstOfGroup = new Map<string, Point>()
  for (const point of points) {
    const id = groupOf(point)
    const first = firstOfGroup.get(id)
    if (first === undefined) firstOfGroup.set(id, point)
    else if (first.coordinates !== point.coordinates || first.facts !== point.facts) {
      addDifferences(first, point)
      addDifferences(point, first) // Either of the two may lack a parameter that the other states.
    }
  }
  return differing

  function addDifferences(a: Point, b: Point) {
    for (const key in a.coordinates) {
      if (!Object.hasOwn(a.coordinates, key)) continue
      const dimension = key as DimensionName // Keys of coordinates are names of dimensions.
      if (silent.has(dimension) || !differsBetween(dimension, a, b)) continue
      const values = differing.get(dimension) ?? new Set()
      differing.set(dimension, values.add(a.coordinates[dimension] ?? '').add(b.coordinates[dimension] ?? ''))
    }
  }
}

/** False for dimensions that depend on the version, and for builds whose differences other dimensions report. */
function differsBetween(dimension: DimensionName, a: Point, b: Point): boolean {
  const [own, other] = [a.coordinates[dimension], b.coordinates[dimension]]
  if (own === other) return false
  if (dimension === 'build') return !differInPart(a, b)
  if (dimension !== 'benchmarkVersion') return true
  if (own === undefined || other === undefined) return false
  return !(namesVersion(own, a.coordinates.version ?? '') && namesVersion(other, b.coordinates.version ?? ''))
}

const differInPart = (a: Point, b: Point): boolean =>
  (['compiler', 'flags'] as const).some((part) => a.coordinates[part] !== b.coordinates[part]) ||
  Object.values(BUILD_FACTS).some((fact) => a.facts?.[fact] !== b.facts?.[fact])
