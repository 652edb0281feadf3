import { UNKNOWN_COMPILER, UNSPECIFIED_BUILD } from '../../run/build-label.ts'
import type { Context } from '../context.ts'
import { type DimensionName, isOptional } from '../dimension.ts'
import { idOn, keyId } from '../pivot.ts'
import type { Point } from '../point.ts'
import type { BaseDimensions } from './base-dimensions.ts'

/** Results of a base that share all dependent dimensions; `values` are their values of these dimensions. */
export type Candidate = { id: string; values: readonly string[]; points: Point[] }
export type Entry = { values: readonly string[]; candidates: Map<string, Candidate> }
export type BaseIndex = {
  /** By environment, then by dependent values. */
  environments: EntryIndex
  /** By all fixed dimensions (which include the environment), then by dependent values. */
  sets: EntryIndex
  byEnvironment: ReadonlyMap<string, readonly Point[]>
}

/**
 * Indexes the results of a base by their dimensions, so that those of one cell are found without a full search.
 *
 * @param base results with the named dimensions of the base, of all tests and environments.
 */
export function indexBase(
  base: readonly Point[],
  { environment, fixed, dependent }: BaseDimensions,
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

/**
 * Entries by their dimension values. Entries that do not state an optional value are found too, without a full search.
 */
class EntryIndex {
  /** For each omitted dimension (null for none), entries by their values of all dimensions that are always stated. */
  readonly #alike = new Map<DimensionName | null, Map<string, Entry[]>>()

  readonly entries: ReadonlyMap<string, Entry>
  readonly #dimensions: readonly DimensionName[]
  readonly #mayBeUnstated: readonly boolean[]

  /**
   * @param mayBeUnstated true for optional dimensions on no axis; on an axis, "not stated" is a separate row or column.
   */
  constructor(
    entries: ReadonlyMap<string, Entry>,
    dimensions: readonly DimensionName[],
    mayBeUnstated: (dimension: DimensionName) => boolean,
  ) {
    this.entries = entries
    this.#dimensions = dimensions
    this.#mayBeUnstated = dimensions.map(mayBeUnstated)
  }

  /**
   * Entries with exactly these values; if there are none, entries that differ only in values that one side does not
   * state.
   */
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

const isUnstated = (value: string): boolean => value === '' || value === UNKNOWN_COMPILER || value === UNSPECIFIED_BUILD
