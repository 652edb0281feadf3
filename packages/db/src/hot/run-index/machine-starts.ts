import type { HardwareEntry, RunEntry, RunIndex } from './run-index.ts'

/**
 * Sorted start times of the runs of each machine. Runs are only added, and most added runs are the latest of their
 * machine.
 */
export class MachineStarts {
  readonly #runs: RunIndex['runs']
  readonly #byMachine = new Map<HardwareEntry, number[]>()
  readonly #unsorted = new Set<HardwareEntry>()
  #known = 0

  constructor({ runs }: Pick<RunIndex, 'runs'>) {
    this.#runs = runs
  }

  /**
   * Start times of other runs on the machine between each two consecutive runs, if any. One start per gap is enough to
   * separate sessions.
   */
  between(runs: readonly RunEntry[]): number[] {
    const [first] = runs
    if (first === undefined) return []
    const all = this.#of(first.hardware)
    const own = [...new Set(runs.flatMap(({ startedAt }) => startedAt ?? []))].sort((a, b) => a - b)
    return own.flatMap((start, i) => {
      const next = all[firstAbove(all, start)]
      return next !== undefined && next < (own[i + 1] ?? Number.NEGATIVE_INFINITY) ? [next] : []
    })
  }

  #of(machine: HardwareEntry): readonly number[] {
    for (; this.#known < this.#runs.length; this.#known += 1) {
      const run = this.#runs[this.#known]
      if (run !== undefined && run.startedAt !== null) this.#add(run.hardware, run.startedAt)
    }
    const starts = this.#byMachine.get(machine) ?? []
    if (this.#unsorted.delete(machine)) starts.sort((a, b) => a - b)
    return starts
  }

  #add(machine: HardwareEntry, start: number): void {
    const starts = this.#byMachine.get(machine) ?? []
    this.#byMachine.set(machine, starts)
    if (start < (starts.at(-1) ?? start)) this.#unsorted.add(machine)
    starts.push(start)
  }
}

/** Index of the first element above a number, by binary search. */
function firstAbove(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > number) high = middle
    else low = middle + 1
  }
  return low
}
