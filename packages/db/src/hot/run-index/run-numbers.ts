import type { RunEntry } from './run-index.ts'

/**
 * Upper limit of numbers: larger than any number of entries, and small enough that a pair fits into an exact number.
 */
const MAX_NUMBER = 2 ** 26

/** Numbers pairs of numbers in order of appearance: exact keys without a text per run. */
class PairNumbers {
  readonly #numbers = new Map<number, number>()

  of(a: number, b: number): number {
    const key = a * MAX_NUMBER + b
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

type CombinedEntries = Pick<RunEntry, 'build' | 'config' | 'hardware' | 'shape' | 'benchmarkVersion'>

/** Numbers combinations of entries; equal numbers mean equal entries. */
export class RunNumbers {
  readonly #shapes = new PairNumbers()
  readonly #builds = new PairNumbers()
  readonly #machines = new PairNumbers()
  readonly #versions = new PairNumbers()
  readonly #combinations = new PairNumbers()
  readonly #repeats = new PairNumbers()
  readonly #kinds = new PairNumbers()

  /** Number of the pair of workload and test set. */
  shapeOf({ workload, testSet }: Pick<RunEntry, 'workload' | 'testSet'>): number {
    return this.#shapes.of(workload.index, testSet.index)
  }

  /** Number of the build, config, hardware, workload, benchmark version and test set. */
  combinationOf({ build, config, hardware, shape, benchmarkVersion }: CombinedEntries): number {
    const machine = this.#machines.of(this.#builds.of(build.index, config.index), hardware.index)
    return this.#combinations.of(machine, this.#versions.of(shape, benchmarkVersion.index))
  }

  /** Number of a combination with a repeat number and a metric set; only the newest run of each is compared. */
  kindOf({ combination, repeat, metricSet }: RunEntry): number {
    return this.#kinds.of(this.#repeats.of(combination, repeat), metricSet.index)
  }
}
