import { dimensionWord } from './axis-label.ts'
import type { Context } from './context.ts'
import type { DimensionName } from './dimension.ts'
import { dimensionOrder } from './dimension-order.ts'
import type { GridWarning } from './grid.ts'
import { listNames } from './list-names.ts'
import { type Axes, idOn, type ReadCoordinate } from './pivot.ts'
import type { Point } from './point.ts'

/**
 * Dimensions that are on no axis and differ between results that a reader would take for alike. A dimension whose
 * value follows from the test does not count, since tests are not divided by each other; repeats are what the
 * policy for repeats is for; a build and its compiler say the same.
 *
 * @param expected dimensions that the base names, which differ because they were asked to.
 */
export function hiddenDifferences(
  points: readonly Point[],
  { axes, read, testList }: Context,
  expected: readonly DimensionName[],
): GridWarning[] {
  const shown = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns])
  const silent = new Set<DimensionName>([...shown, ...expected, 'group', 'repeat'])
  if (shown.has('build')) silent.add('compiler')
  if (shown.has('compiler')) silent.add('build')
  const differing = differingDimensions(points, silent)
  const mixed = mixedInCells(points, axes, read, differing)
  return [...differing].sort().map((dimension) => {
    const values = [...new Set(points.map((point) => read(point, dimension)))].sort(dimensionOrder(dimension, testList))
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

function differingDimensions(points: readonly Point[], silent: ReadonlySet<DimensionName>): Set<DimensionName> {
  const differing = new Set<DimensionName>()
  const firstByTest = new Map<string, Point['coordinates']>()
  for (const { coordinates } of points) {
    const first = firstByTest.get(coordinates.test ?? '')
    if (first === undefined) firstByTest.set(coordinates.test ?? '', coordinates)
    else {
      addDifferences(first, coordinates)
      addDifferences(coordinates, first) // A parameter may be stated by either alone.
    }
  }
  // Tests are compared with themselves only, unless nothing on the axes keeps them apart.
  if (!silent.has('test') && firstByTest.size > 1) differing.add('test')
  return differing

  function addDifferences(a: Point['coordinates'], b: Point['coordinates']) {
    for (const key in a) {
      if (!Object.hasOwn(a, key)) continue
      const dimension = key as DimensionName // The type of coordinates has no other keys.
      if (a[dimension] !== b[dimension] && !silent.has(dimension)) differing.add(dimension)
    }
  }
}

/** Those of the dimensions that differ even inside one cell. */
function mixedInCells(
  points: readonly Point[],
  axes: Axes,
  read: ReadCoordinate,
  dimensions: ReadonlySet<DimensionName>,
): Set<DimensionName> {
  const mixed = new Set<DimensionName>()
  if (dimensions.size === 0) return mixed
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
