import type { Context } from '../context.ts'
import { type DimensionName, inOrderOfChoice, isOfEnvironment, isParameter } from '../dimension.ts'
import { idOn, type ReadCoordinate } from '../pivot.ts'
import type { Point } from '../point.ts'
import { type DependentDimensions, dependentDimensions, type NamedBase } from '../points-needed.ts'

/** Dimensions that vary between results, grouped by the source of the base's value. */
export type BaseDimensions = {
  /**
   * The base has the value of the cell: `environment` lists dimensions of the environment, `fixed` lists those and all
   * others, such as the test.
   */
  environment: readonly DimensionName[]
  fixed: readonly DimensionName[]
  /** The base has the value of the cell, or the only value that the named base allows. In the order of resolution. */
  dependent: readonly DimensionName[]
}

/**
 * Groups the varying dimensions. `repeat` is ignored unless it is on an axis, because a cell aggregates repeats, and
 * `group` is ignored because it follows from the test.
 */
export function baseDimensions(
  points: readonly Point[],
  named: readonly NamedBase[],
  { axes, read }: Context,
): BaseDimensions {
  const placed = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns])
  const isNamed = (dimension: DimensionName) => named.some((entry) => entry.dimension === dimension)
  const depends: DependentDimensions = dependentDimensions(named)
  const varying = [...varyingDimensions(points)].filter(
    (dimension) => !isNamed(dimension) && dimension !== 'group' && (dimension !== 'repeat' || placed.has('repeat')),
  )
  const fixed = withoutImplied(
    points,
    varying.filter((dimension) => !depends.has(dimension)),
    read,
  )
  return {
    environment: fixed.filter(isOfEnvironment),
    fixed,
    dependent: varying.filter((dimension) => depends.has(dimension)).sort(inOrderOfChoice),
  }
}

/** Drops parameters that follow from the workload and test, because a project can have dozens of them. */
function withoutImplied(
  points: readonly Point[],
  fixed: readonly DimensionName[],
  read: ReadCoordinate,
): readonly DimensionName[] {
  const parameters = fixed.filter(isParameter)
  if (parameters.length === 0) return fixed
  const keys = fixed.filter((dimension) => IMPLY_PARAMETERS.has(dimension))
  const first = new Map<string, Point>()
  const free = new Set<DimensionName>()
  for (const point of points) {
    const id = idOn(keys, point, read)
    const known = first.get(id)
    if (known === undefined) first.set(id, point)
    else for (const name of parameters) if (read(known, name) !== read(point, name)) free.add(name)
  }
  return fixed.filter((dimension) => !isParameter(dimension) || free.has(dimension))
}

const IMPLY_PARAMETERS: ReadonlySet<DimensionName> = new Set<DimensionName>(['benchmark', 'workload', 'test'])

/** All dimensions with two values or more; a result that does not state one has the empty value. */
function varyingDimensions(points: readonly Point[]): Set<DimensionName> {
  const first = new Map<string, string>()
  const counts = new Map<string, number>()
  const varying = new Set<string>()
  for (const { coordinates } of points) {
    for (const [name, value = ''] of Object.entries(coordinates)) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      const known = first.get(name)
      if (known === undefined) first.set(name, value)
      else if (known !== value) varying.add(name)
    }
  }
  for (const [name, count] of counts) if (count < points.length) varying.add(name)
  return varying as Set<DimensionName> // Object.keys of coordinates are names of dimensions.
}
