import { buildLineOf } from '../run/build-label.ts'
import { dimensionWord } from './axis-label.ts'
import type { Base } from './comparison.ts'
import type { Context } from './context.ts'
import type { DimensionName } from './dimension.ts'
import { dimensionOrder } from './dimension-order.ts'
import type { GridWarning } from './grid.ts'
import { listNames } from './list-names.ts'
import { type Axes, idOn, type ReadCoordinate } from './pivot.ts'
import type { Point } from './point.ts'
import { namedBase } from './points-needed.ts'

/**
 * Dimensions that are on no axis and differ between results that are compared. Tables are not compared with each
 * other, nor are the rows of a table whose base is a column, and tests never are, so what differs only between those
 * does not count. Repeats are what the policy for repeats is for; a build and its compiler say the same.
 */
export function hiddenDifferences(
  points: readonly Point[],
  { axes, read, testList, comparison }: Context,
): GridWarning[] {
  const shown = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns])
  // What the base names differs because it was asked to.
  const named = namedBase(comparison.base).map(({ dimension }) => dimension)
  const silent = new Set<DimensionName>([...shown, ...named, 'group', 'repeat'])
  if (shown.has('build')) silent.add('compiler')
  if (shown.has('compiler')) silent.add('build')
  const alike = [...comparedWithin(axes, comparison.base), 'test'] as const
  const differing = differingDimensions(points, (point) => idOn(alike, point, read), silent)
  // Nothing on the axes keeps tests apart then, and cells mix them.
  const tests = new Set(points.map((point) => read(point, 'test')))
  if (!shown.has('test') && tests.size > 1) differing.set('test', tests)
  const mixed = mixedInCells(points, axes, read, [...differing.keys()])
  const told = [...differing].filter(([name, values]) => mixed.has(name) || !isOfVersion(name, values, shown))
  return told
    .map(([dimension]) => dimension)
    .sort()
    .map((dimension) => {
      const values = [...(differing.get(dimension) ?? [])].sort(dimensionOrder(dimension, testList))
      const listed = listNames(values.map((value) => (value === '' ? 'not stated' : value)))
      const what = `${dimensionWord(dimension)} is on no axis and differs: ${listed}.`
      return mixed.has(dimension)
        ? {
            code: 'hidden-dimension-mixed',
            text: `${what} Some cells mix them as if they were repeats: filter it or put it on an axis.`,
          }
        : { code: 'hidden-dimension', text: `${what} Filter it or put it on an axis to compare like with like.` }
    })
}

/** Every version is built from a commit of its own, so builds that differ in nothing else differ as versions do. */
const isOfVersion = (name: DimensionName, values: ReadonlySet<string>, shown: ReadonlySet<DimensionName>): boolean =>
  name === 'build' && shown.has('version') && new Set([...values].map(buildLineOf)).size === 1

/** The axes along which a reader does not compare: across a row when the base is a column, down a column when it is a row. */
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
  const firstOfGroup = new Map<string, Point['coordinates']>()
  for (const point of points) {
    const id = groupOf(point)
    const first = firstOfGroup.get(id)
    if (first === undefined) firstOfGroup.set(id, point.coordinates)
    else {
      addDifferences(first, point.coordinates)
      addDifferences(point.coordinates, first) // A parameter may be stated by either alone.
    }
  }
  return differing

  function addDifferences(a: Point['coordinates'], b: Point['coordinates']) {
    for (const key in a) {
      if (!Object.hasOwn(a, key)) continue
      const dimension = key as DimensionName // The type of coordinates has no other keys.
      if (a[dimension] === b[dimension] || silent.has(dimension)) continue
      const values = differing.get(dimension) ?? new Set()
      differing.set(dimension, values.add(a[dimension] ?? '').add(b[dimension] ?? ''))
    }
  }
}

/** Those of the dimensions that differ even inside one cell. */
function mixedInCells(
  points: readonly Point[],
  axes: Axes,
  read: ReadCoordinate,
  dimensions: readonly DimensionName[],
): Set<DimensionName> {
  const mixed = new Set<DimensionName>()
  if (dimensions.length === 0) return mixed
  const shown = [...axes.tables, ...axes.rows, ...axes.columns]
  const firstByCell = new Map<string, Point>()
  for (const point of points) {
    const id = idOn(shown, point, read)
    const first = firstByCell.get(id)
    if (first === undefined) firstByCell.set(id, point)
    else for (const dimension of dimensions) if (read(first, dimension) !== read(point, dimension)) mixed.add(dimension)
  }
  return mixed
}
