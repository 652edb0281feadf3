import { buildLineOf } from '../../run/build-label.ts'
import type { Context } from '../context.ts'
import type { DimensionName } from '../dimension.ts'
import { dimensionOrder } from '../dimension-order.ts'
import type { Point } from '../point.ts'
import type { BaseDimensions } from './base-dimensions.ts'
import type { BaseIndex, Candidate, Entry } from './base-index.ts'

/**
 * The reason why a result has no base.
 *
 * - `missing`: the base has no result for it.
 * - `differs`: the base has results, but none has the result's value of `dimension`, which is on no axis.
 * - `ambiguous`: results of the base with several values of `dimension` match.
 */
export type Unresolved =
  | { kind: 'missing' }
  | { kind: 'differs'; dimension: DimensionName; own: string; base: readonly string[] }
  | { kind: 'ambiguous'; dimension: DimensionName; values: readonly string[] }

export const MISSING = { kind: 'missing' } as const

/** The set of repeats that one result is divided by, or the reason why there is none. */
export type Chosen = { kind: 'found'; id: string; environment: string; points: readonly Point[] } | Unresolved

export type Choice = {
  dimensions: BaseDimensions
  index: BaseIndex
  passesFilter: (dimension: DimensionName, value: string) => boolean
  /** True when the table of the cell lists results of the base. */
  listsBase: boolean
  context: Context
}

/**
 * Chooses the set of repeats that one result is divided by. Named dimensions have the value of the base and fixed ones
 * that of the result. Dependent ones have the value of the result or, if the base lacks it, the only remaining value.
 */
export function chooseBase(point: Point, { dimensions, index, passesFilter, listsBase, context }: Choice): Chosen {
  const { environment, fixed, dependent } = dimensions
  const read = (dimension: DimensionName) => context.read(point, dimension)
  const environments = index.environments.matching(environment.map(read))
  const sets = index.sets.matching(fixed.map(read))
  if (sets.length === 0) return difference(fixed.map(read), { dimensions, index, context })
  const several = unstatedChoice(sets, fixed, context)
  if (several !== null) return several
  let all = environments.flatMap(({ candidates }) => [...candidates.values()])
  let here = sets.flatMap(({ candidates }) => [...candidates.values()])
  for (const [at, dimension] of dependent.entries()) {
    const chosen = narrow(all, { at, dimension, own: read(dimension), passesFilter, listsBase })
    const isChosen = ({ values }: Candidate) => chosen.has(values[at] ?? '')
    all = all.filter(isChosen)
    here = here.filter(isChosen)
    const [only, ...others] = new Set(here.map(({ values }) => values[at] ?? ''))
    if (only === undefined) return MISSING
    if (others.length > 0) return ambiguous(dimension, [...chosen], context)
    all = all.filter(({ values }) => values[at] === only)
  }
  const [found] = here
  if (found === undefined) return MISSING
  return { kind: 'found', id: found.id, environment: all[0]?.id ?? '', points: found.points }
}

type Narrowing = Pick<Choice, 'passesFilter' | 'listsBase'> & { at: number; dimension: DimensionName; own: string }

/**
 * Narrows the values of a dependent dimension: the cell's own value if the base has it, else the values that pass the
 * filters, else all. A table that lists results of the base uses only values that pass the filters.
 */
function narrow(
  candidates: readonly Candidate[],
  { at, dimension, own, passesFilter, listsBase }: Narrowing,
): Set<string> {
  const values = new Set(candidates.map((candidate) => candidate.values[at] ?? ''))
  const left = [...closestValues(values, dimension, own)]
  if (left.length === 1 && left[0] === own) return new Set(left)
  const listed = left.filter((value) => passesFilter(dimension, value))
  return new Set(listed.length > 0 || listsBase ? listed : left)
}

/** The cell's own value if present; for a build, builds of other commits with the same compiler and flags; else all. */
export function closestValues(values: ReadonlySet<string>, dimension: DimensionName, own: string): ReadonlySet<string> {
  if (values.has(own)) return new Set([own])
  const alike = dimension === 'build' ? [...values].filter((value) => buildLineOf(value) === buildLineOf(own)) : []
  return alike.length > 0 ? new Set(alike) : values
}

/** Returns the ambiguity when a result that does not state a parameter matches several sets of the base, else null. */
function unstatedChoice(
  sets: readonly Entry[],
  fixed: readonly DimensionName[],
  context: Context,
): Extract<Chosen, { kind: 'ambiguous' }> | null {
  if (sets.length < 2) return null
  const at = fixed.findIndex((_, i) => new Set(sets.map(({ values }) => values[i])).size > 1)
  const dimension = fixed[at]
  if (dimension === undefined) return null
  return ambiguous(dimension, new Set(sets.map(({ values }) => values[at] ?? '')), context)
}

export const ambiguous = (dimension: DimensionName, values: Iterable<string>, { testList }: Context) => ({
  kind: 'ambiguous' as const,
  dimension,
  values: [...new Set(values)].sort(dimensionOrder(dimension, testList)),
})

/**
 * Returns the first dimension on no axis that explains why no result of the base matches the cell; the table does not
 * show such a difference. Returns `missing` when no single dimension explains it.
 */
function difference(
  own: readonly string[],
  { dimensions: { fixed }, index, context: { axes, testList } }: Pick<Choice, 'dimensions' | 'index' | 'context'>,
): Chosen {
  const shown = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns, 'test'])
  for (const [at, dimension] of fixed.entries()) {
    const alike = shown.has(dimension) ? [] : index.sets.agreeing(own, dimension)
    if (alike.length === 0) continue
    const base = [...new Set(alike.map(({ values }) => values[at] ?? ''))].sort(dimensionOrder(dimension, testList))
    return { kind: 'differs', dimension, own: own[at] ?? '', base }
  }
  return MISSING
}
