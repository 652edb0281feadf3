import { buildLineOf, UNKNOWN_COMPILER, UNSPECIFIED_BUILD } from '../run/build-label.ts'
import type { Context } from './context.ts'
import type { DimensionName } from './dimension.ts'
import { dimensionOrder } from './dimension-order.ts'
import { type Axes, idOn, keyId, type ReadCoordinate } from './pivot.ts'
import type { Point } from './point.ts'
import { type DependentDimensions, dependentDimensions, type NamedBase, namedBase } from './points-needed.ts'
import type { Selection } from './select-points.ts'

/**
 * The base of one cell.
 *
 * - `found`: exactly one set of repeats (or, for a cell that mixes several sets, the set that belongs to each of them).
 * - `missing`: the base has no result here.
 * - `differs`: the base has results, but none that agrees with the cell in `dimension`, which is on no axis.
 * - `ambiguous`: several values of `dimension` match the base, and nothing says which one is meant.
 */
export type BaseResolution =
  | { kind: 'found'; points: readonly Point[]; cell: CellId }
  | { kind: 'missing' }
  | { kind: 'differs'; dimension: DimensionName; own: string; base: readonly string[] }
  | { kind: 'ambiguous'; dimension: DimensionName; values: readonly string[] }

/** Ids of a cell on the three axes (`keyId`). */
export type CellId = { table: string; row: string; column: string }

export type BaseResolver = {
  named: readonly NamedBase[]
  hasResults: boolean
  /** @param own results of one cell, at least one. */
  resolve(own: readonly Point[]): BaseResolution
  /** Results of the bases that `resolve` has found so far, all tests included. */
  usedResults(): readonly Point[]
}

/** The build and the config of a base are looked for in this order, because the later ones depend on the earlier ones. */
const CHOICE_ORDER: readonly string[] = [
  'product',
  'version',
  'hardware',
  'benchmark',
  'workload',
  'benchmarkVersion',
  'compiler',
  'flags',
  'config',
  'build',
]

/**
 * Dimensions that make an environment. Which version or config of the base is meant is the same for all tests and
 * numbers of clients of one environment, so that a test that failed in the base is never divided by another one.
 */
const ENVIRONMENT: ReadonlySet<DimensionName> = new Set<DimensionName>([
  'product',
  'version',
  'compiler',
  'flags',
  'config',
  'build',
  'hardware',
  'benchmark',
  'benchmarkVersion',
  'workload',
])

const MISSING = { kind: 'missing' } as const

/**
 * Finds the base of a cell for a base that names values: the named dimensions come from the base and all others, on an
 * axis or not, from the cell. Dimensions that depend on a named one (the config of another version) may differ when
 * exactly one value matches: the cell's own value first, then the values that the filters leave, then all. In a table
 * that lists results of the base, nothing that its filters exclude is one.
 */
export function makeBaseResolver({ listed, base }: Selection, context: Context): BaseResolver {
  const named = namedBase(context.comparison.base)
  const dimensions = classify([...listed, ...base], named, context)
  const index = indexBase(base, dimensions, context)
  const passesFilter = filterOf(context)
  const byCombination = new Map<string, Chosen>()
  const unions = new Map<string, readonly Point[]>()
  const shownCells = cellSizes(listed, named, context)
  const isOfBase = hasNamed(named, context.read)
  const tablesWithBase = new Set(listed.filter(isOfBase).map((point) => idOn(context.axes.tables, point, context.read)))

  return {
    named,
    hasResults: base.length > 0,
    resolve: (own) => {
      const chosen = new Map<string, Chosen>()
      const [first] = own
      const table = first === undefined ? '' : idOn(context.axes.tables, first, context.read)
      for (const point of own) {
        const id = combinationOf(point, table)
        if (!chosen.has(id)) chosen.set(id, choiceFor(point, id, tablesWithBase.has(table)))
      }
      return join([...chosen.values()])
    },
    usedResults: () => {
      const used = new Set(
        [...byCombination.values()].flatMap((one) => (one.kind === 'found' ? [one.environment] : [])),
      )
      return [...used].flatMap((environment) => index.byEnvironment.get(environment) ?? [])
    },
  }

  function combinationOf(point: Point, table: string): string {
    return keyId([table, idOn(dimensions.fixed, point, context.read), idOn(dimensions.dependent, point, context.read)])
  }

  function choiceFor(point: Point, id: string, listsBase: boolean): Chosen {
    const known = byCombination.get(id)
    if (known !== undefined) return known
    const made = choose(point, { dimensions, index, passesFilter, listsBase, context })
    byCombination.set(id, made)
    return made
  }

  function join(all: readonly Chosen[]): BaseResolution {
    const found: Extract<Chosen, { kind: 'found' }>[] = []
    for (const one of all) {
      if (one.kind !== 'found') return one
      found.push(one)
    }
    const [first] = found
    const [firstPoint] = first?.points ?? []
    if (first === undefined || firstPoint === undefined) return MISSING
    const points = union(found)
    const cell = cellIdOf(firstPoint, context)
    return conflict(points, cell) ?? { kind: 'found', points, cell }
  }

  /** The same array for the same sets, so that each base is measured once. */
  function union(found: readonly Extract<Chosen, { kind: 'found' }>[]): readonly Point[] {
    const sets = new Map(found.map(({ id, points }) => [id, points]))
    const [only, ...others] = sets.values()
    if (others.length === 0) return only ?? []
    const id = keyId([...sets.keys()].sort())
    const known = unions.get(id)
    if (known !== undefined) return known
    const made = [...sets.values()].flat()
    unions.set(id, made)
    return made
  }

  /** The base stands in a table as one cell, and that cell holds exactly its results; otherwise it is ambiguous. */
  function conflict(points: readonly Point[], cell: CellId): BaseResolution | null {
    const isElsewhere = (point: Point) => {
      const { table, row, column } = cellIdOf(point, context)
      return table !== cell.table || row !== cell.row || column !== cell.column
    }
    const other = points.find(isElsewhere)
    const shown = shownCells.get(keyId([cell.table, cell.row, cell.column]))
    const isMixed = shown?.every(isOfBase) === true && shown.length !== points.length
    if (other === undefined && !isMixed) return null
    return severalValues(other === undefined ? (shown ?? []) : points, dimensions, context)
  }
}

/** Results listed by cell, for the check that the base of a table is what its cell shows. */
function cellSizes(listed: readonly Point[], named: readonly NamedBase[], context: Context): Map<string, Point[]> {
  const cells = new Map<string, Point[]>()
  if (named.length === 0) return cells
  for (const point of listed) {
    const { table, row, column } = cellIdOf(point, context)
    const id = keyId([table, row, column])
    const known = cells.get(id)
    if (known === undefined) cells.set(id, [point])
    else known.push(point)
  }
  return cells
}

const hasNamed =
  (named: readonly NamedBase[], read: ReadCoordinate) =>
  (point: Point): boolean =>
    named.every(({ dimension, value }) => read(point, dimension) === value)

const cellIdOf = (point: Point, { axes, read }: { axes: Axes; read: ReadCoordinate }): CellId => ({
  table: idOn(axes.tables, point, read),
  row: idOn(axes.rows, point, read),
  column: idOn(axes.columns, point, read),
})

/** Dimensions that vary, by where the value of a base comes from. */
type Dimensions = {
  /** From the cell: environment, then all others with the test. */
  environment: readonly DimensionName[]
  fixed: readonly DimensionName[]
  /** From the cell, or whatever belongs to what the base names. In the order of choice. */
  dependent: readonly DimensionName[]
}

/** Repeats are what a cell aggregates, unless they have a place on an axis; a group follows from its test. */
function classify(points: readonly Point[], named: readonly NamedBase[], { axes, read }: Context): Dimensions {
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
    environment: fixed.filter((dimension) => ENVIRONMENT.has(dimension)),
    fixed,
    dependent: varying.filter((dimension) => depends.has(dimension)).sort(inOrderOfChoice),
  }
}

/** Without parameters that follow from the workload and test: a project has dozens of them. */
function withoutImplied(
  points: readonly Point[],
  fixed: readonly DimensionName[],
  read: ReadCoordinate,
): readonly DimensionName[] {
  const parameters = fixed.filter((dimension) => dimension.startsWith('param:'))
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
  return fixed.filter((dimension) => !parameters.includes(dimension) || free.has(dimension))
}

const IMPLY_PARAMETERS: ReadonlySet<DimensionName> = new Set<DimensionName>(['benchmark', 'workload', 'test'])

export const inOrderOfChoice = (a: DimensionName, b: DimensionName): number => rankOf(a) - rankOf(b)

function rankOf(dimension: DimensionName): number {
  const rank = CHOICE_ORDER.indexOf(dimension)
  return rank < 0 ? CHOICE_ORDER.length : rank
}

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
  return varying as Set<DimensionName> // As above.
}

/** Values of the dependent dimensions of one candidate, with its results. */
type Candidate = { id: string; values: readonly string[]; points: Point[] }
type Entry = { values: readonly string[]; candidates: Map<string, Candidate> }
type BaseIndex = {
  /** By environment, then by dependent values. */
  environments: EntryIndex
  /** By all fixed dimensions, then by dependent values. */
  sets: EntryIndex
  byEnvironment: ReadonlyMap<string, readonly Point[]>
}

function indexBase(
  base: readonly Point[],
  { environment, fixed, dependent }: Dimensions,
  { axes, read }: Context,
): BaseIndex {
  const shown = new Set<DimensionName>([...axes.tables, ...axes.rows, ...axes.columns])
  const mayBeUnstated = (dimension: DimensionName) => !shown.has(dimension) && isOptional(dimension)
  const environments = new Map<string, Entry>()
  const sets = new Map<string, Entry>()
  const byEnvironment = new Map<string, Point[]>()
  for (const point of base) {
    const dependentId = idOn(dependent, point, read)
    const own = add(environments, environment, point, dependentId)
    add(sets, fixed, point, dependentId)
    byEnvironment.set(own.id, own.points)
  }
  return {
    environments: new EntryIndex(environments, environment, mayBeUnstated),
    sets: new EntryIndex(sets, fixed, mayBeUnstated),
    byEnvironment,
  }

  function add(to: Map<string, Entry>, dimensions: readonly DimensionName[], point: Point, dependentId: string) {
    const id = idOn(dimensions, point, read)
    const entry = to.get(id) ?? { values: dimensions.map((dimension) => read(point, dimension)), candidates: new Map() }
    to.set(id, entry)
    const values = () => dependent.map((dimension) => read(point, dimension))
    const candidate = entry.candidates.get(dependentId) ?? {
      id: keyId([id, dependentId]),
      values: values(),
      points: [],
    }
    entry.candidates.set(dependentId, candidate)
    candidate.points.push(point)
    return candidate
  }
}

type Chosen =
  | { kind: 'found'; id: string; environment: string; points: readonly Point[] }
  | Exclude<BaseResolution, { kind: 'found' }>

type Choice = {
  dimensions: Dimensions
  index: BaseIndex
  passesFilter: (dimension: DimensionName, value: string) => boolean
  /** True when the table of the cell lists results of the base. */
  listsBase: boolean
  context: Context
}

/** The set of repeats that one result is divided by. */
function choose(point: Point, { dimensions, index, passesFilter, listsBase, context }: Choice): Chosen {
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

/** The cell's own value, else those that the filters leave, else all. */
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

/** The cell's own value; for a build, those of other commits that are compiled alike; else all. */
export function closestValues(values: ReadonlySet<string>, dimension: DimensionName, own: string): ReadonlySet<string> {
  if (values.has(own)) return new Set([own])
  const alike = dimension === 'build' ? [...values].filter((value) => buildLineOf(value) === buildLineOf(own)) : []
  return alike.length > 0 ? new Set(alike) : values
}

/** Entries by their values. Where a value may be unstated, those without it are found as well, without a search of all. */
class EntryIndex {
  /** By the dimension that is left out, or by none: entries with the same values of all that are always stated. */
  readonly #alike = new Map<DimensionName | null, Map<string, Entry[]>>()

  readonly entries: ReadonlyMap<string, Entry>
  readonly #dimensions: readonly DimensionName[]
  readonly #mayBeUnstated: readonly boolean[]

  /** @param mayBeUnstated only of dimensions on no axis, because on an axis "not stated" is a row or column of its own. */
  constructor(
    entries: ReadonlyMap<string, Entry>,
    dimensions: readonly DimensionName[],
    mayBeUnstated: (dimension: DimensionName) => boolean,
  ) {
    this.entries = entries
    this.#dimensions = dimensions
    this.#mayBeUnstated = dimensions.map(mayBeUnstated)
  }

  /** Entries with these values; where none has them, those that differ only in what one side does not state. */
  matching(values: readonly string[]): readonly Entry[] {
    const exact = this.entries.get(keyId(values))
    return exact === undefined ? this.agreeing(values, null) : [exact]
  }

  /** Entries that agree with the values in all dimensions but `except`. */
  agreeing(values: readonly string[], except: DimensionName | null): readonly Entry[] {
    const alike = this.#entriesWithout(except).get(this.#statedId(values, except)) ?? []
    return alike.filter((entry) => this.#dimensions.every((dimension, i) => dimension === except || agreesAt(entry, i)))

    function agreesAt(entry: Entry, i: number) {
      const [a, b] = [entry.values[i] ?? '', values[i] ?? '']
      return a === b || isUnstated(a) || isUnstated(b)
    }
  }

  #entriesWithout(except: DimensionName | null): Map<string, Entry[]> {
    const known = this.#alike.get(except)
    if (known !== undefined) return known
    const made = Map.groupBy(this.entries.values(), ({ values }) => this.#statedId(values, except))
    this.#alike.set(except, made)
    return made
  }

  #statedId(values: readonly string[], except: DimensionName | null): string {
    return keyId(values.filter((_, i) => this.#dimensions[i] !== except && this.#mayBeUnstated[i] !== true))
  }
}

/** Parameters, compilers and builds that one side does not state are not known to differ. */
const OPTIONAL: ReadonlySet<DimensionName> = new Set<DimensionName>(['compiler', 'flags', 'build', 'benchmarkVersion'])

const isOptional = (dimension: DimensionName): boolean => OPTIONAL.has(dimension) || dimension.startsWith('param:')

const isUnstated = (value: string): boolean => value === '' || value === UNKNOWN_COMPILER || value === UNSPECIFIED_BUILD

/** A result that does not state a parameter may belong to several sets of the base. */
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

const ambiguous = (dimension: DimensionName, values: Iterable<string>, { testList }: Context) => ({
  kind: 'ambiguous' as const,
  dimension,
  values: [...new Set(values)].sort(dimensionOrder(dimension, testList)),
})

/**
 * The first dimension on no axis in which no result of the base agrees with the cell, for nothing else would show it;
 * `missing` where there is none.
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

/** The first dimension in which results that are to be one base differ. */
function severalValues(points: readonly Point[], { fixed, dependent }: Dimensions, context: Context): BaseResolution {
  for (const dimension of [...dependent, ...fixed]) {
    const values = new Set(points.map((point) => context.read(point, dimension)))
    if (values.size > 1) return ambiguous(dimension, values, context)
  }
  return MISSING
}

function filterOf({ comparison }: Context): Choice['passesFilter'] {
  const { filters } = comparison
  return (dimension, value) => filters[dimension]?.includes(value) ?? true
}
