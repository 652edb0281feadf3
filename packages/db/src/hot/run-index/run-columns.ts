import type { RunEntry } from './run-index.ts'

/** Kinds of entries that a run refers to, and its repeat number. */
const RUN_KINDS = ['build', 'config', 'hardware', 'workload', 'benchmarkVersion', 'repeat', 'shape'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** Index of the entry of one kind that a run refers to; numbers are their own index. */
export function kindIndex(run: RunEntry, kind: RunKind): number {
  return kind === 'repeat' || kind === 'shape' ? run[kind] : run[kind].index
}

/** One byte per entry index and kind, 1 for entries that pass the filter. An absent kind has no filter. */
export type Allowed = Partial<Record<RunKind, Uint8Array>>

const START_CAPACITY = 64
/** End of a list of positions. */
const NONE = 0xffff_ffff

/**
 * The runs of an index as columns of entry indexes, each with inverted lists: a chain for each entry through all runs
 * that refer to it. A query follows the shortest lists and reads the other columns, so its cost depends on the number
 * of matches, not on the number of runs. Runs are only appended; each takes two 4-byte numbers per kind.
 */
export class RunColumns {
  length = 0
  /** 1 for the newest run of its kind, which is the only one that comparisons read. */
  newest = new Uint8Array(START_CAPACITY)
  readonly #columns = eachKind(() => new KindColumn())

  append(run: RunEntry): void {
    const position = this.length
    this.length += 1
    this.newest = withCapacity(this.newest, this.length)
    for (const kind of RUN_KINDS) this.#columns[kind].append(position, kindIndex(run, kind))
  }

  /** The entry index of each run. */
  column(kind: RunKind): Uint32Array {
    return this.#columns[kind].values
  }

  /** Number of entries of a kind, up to the last one that runs refer to. */
  entries(kind: RunKind): number {
    return this.#columns[kind].entries
  }

  /** Number of runs of one entry of a kind. */
  runsOf(kind: RunKind, entry: number): number {
    return this.#columns[kind].runsOf(entry)
  }

  /** Bytes of all columns and lists. */
  get bytes(): number {
    return RUN_KINDS.reduce((sum, kind) => sum + this.#columns[kind].bytes, this.newest.byteLength)
  }

  /** Positions of the runs that pass, in no order. */
  select(allowed: Allowed, newestOnly: boolean): number[] {
    const found: number[] = []
    const driver = this.#shortest(allowed)
    const others = RUN_KINDS.flatMap((kind) => {
      const passing = allowed[kind]
      return passing === undefined || kind === driver ? [] : [{ values: this.#columns[kind].values, passing }]
    })
    const { newest } = this
    const visit = (position: number) => {
      if (newestOnly && newest[position] === 0) return
      for (const { values, passing } of others) if (passing[values[position] ?? 0] !== 1) return
      found.push(position)
    }
    if (driver === null) for (let position = 0; position < this.length; position += 1) visit(position)
    else this.#columns[driver].visit(allowed[driver] ?? new Uint8Array(), visit)
    return found
  }

  /** Returns the kind whose allowed entries have the fewest runs, or null without a filter. */
  #shortest(allowed: Allowed): RunKind | null {
    let [shortest, fewest]: [RunKind | null, number] = [null, Number.POSITIVE_INFINITY]
    for (const kind of RUN_KINDS) {
      const passing = allowed[kind]
      if (passing === undefined) continue
      const runs = this.#columns[kind].count(passing, fewest)
      if (runs < fewest) [shortest, fewest] = [kind, runs]
    }
    return shortest
  }
}

/** One column with its inverted lists: the last run of each entry, and for each run the previous one of its entry. */
class KindColumn {
  values = new Uint32Array(START_CAPACITY)
  #before = new Uint32Array(START_CAPACITY)
  readonly #last: number[] = []
  readonly #counts: number[] = []

  get entries(): number {
    return this.#last.length
  }

  runsOf(entry: number): number {
    return this.#counts[entry] ?? 0
  }

  get bytes(): number {
    return this.values.byteLength + this.#before.byteLength + 16 * this.#last.length
  }

  append(position: number, entry: number): void {
    this.values = withCapacity(this.values, position + 1)
    this.#before = withCapacity(this.#before, position + 1)
    this.values[position] = entry
    this.#before[position] = this.#last[entry] ?? NONE
    this.#last[entry] = position
    this.#counts[entry] = (this.#counts[entry] ?? 0) + 1
  }

  /** Counts the runs of the passing entries; stops at `enough`. */
  count(passing: Uint8Array, enough: number): number {
    let runs = 0
    for (let entry = 0; entry < passing.length && runs < enough; entry += 1) {
      if (passing[entry] === 1) runs += this.#counts[entry] ?? 0
    }
    return runs
  }

  visit(passing: Uint8Array, each: (position: number) => void): void {
    for (let entry = 0; entry < passing.length; entry += 1) {
      if (passing[entry] !== 1) continue
      for (let position = this.#last[entry] ?? NONE; position !== NONE; position = this.#before[position] ?? NONE) {
        each(position)
      }
    }
  }
}

function withCapacity<T extends Uint8Array | Uint32Array>(array: T, length: number): T {
  if (array.length >= length) return array
  const larger = array instanceof Uint32Array ? new Uint32Array(length * 2) : new Uint8Array(length * 2)
  larger.set(array)
  // The array has the type of the given one, as chosen above.
  return larger as T
}

function eachKind<T>(make: () => T): Record<RunKind, T> {
  return {
    build: make(),
    config: make(),
    hardware: make(),
    workload: make(),
    benchmarkVersion: make(),
    repeat: make(),
    shape: make(),
  }
}
