import { RecentUse } from './recent-use.ts'

/** The key has too many waiting calls already. */
export class QueueFull extends Error {}

/** Time after which half of the run time of a key is forgotten. */
const HALF_LIFE_MS = 30_000

type Waiting = { start: () => void; cancel: (cause: unknown) => void }

/**
 * Runs at most `slots` pieces of work at once. A free slot goes to the waiting key, such as a project, whose work ran for
 * the shortest time lately, so that keys with much or long work delay themselves and not the others.
 */
export class FairQueue {
  readonly #slots: number
  readonly #maxWaiting: number
  readonly #maxRunning: (key: string) => number
  readonly #waiting = new Map<string, Waiting[]>()
  /** Number of running pieces by key. */
  readonly #running = new Map<string, number>()
  /** Run time of the work of a key that ended. */
  readonly #used = new RecentUse(HALF_LIFE_MS)

  /**
   * @param maxWaiting pieces of work of one key that may wait.
   * @param maxRunning pieces of work of one key that may run at once; with fewer than `slots`, a slot is left for
   *   other keys, however long the work of this one takes. A function is called whenever work may start.
   */
  constructor(slots: number, maxWaiting: number, maxRunning: number | ((key: string) => number) = slots) {
    this.#slots = slots
    this.#maxWaiting = maxWaiting
    this.#maxRunning = typeof maxRunning === 'number' ? () => maxRunning : maxRunning
  }

  /**
   * Runs `work` when it is the turn of its key.
   *
   * @throws QueueFull when too much work of this key waits; the reason of `signal` when that is aborted before the
   *   turn.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#isFree(key)) this.#count(key, 1)
    else await this.#turn(key, signal)
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#used.add(key, performance.now() - began)
      this.#count(key, -1)
      this.retry()
    }
  }

  /** Milliseconds that the work of a key ran; the longer ago, the less of them counts. */
  recentUse(key: string): number {
    return this.#used.of(key)
  }

  /** Number of pieces of work of a key that wait. */
  waiting(key: string): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  /** Starts what may run now, after `maxRunning` has changed without the end of any work. */
  retry(): void {
    while (this.#next());
  }

  #isFree(key: string): boolean {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return running < this.#slots && (this.#running.get(key) ?? 0) < this.#maxRunning(key)
  }

  #count(key: string, change: number): void {
    const count = (this.#running.get(key) ?? 0) + change
    if (count === 0) this.#running.delete(key)
    else this.#running.set(key, count)
  }

  #turn(key: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#waiting.get(key) ?? []
    if (line.length >= this.#maxWaiting) throw new QueueFull()
    return new Promise((start, cancel) => {
      const one = { start, cancel }
      line.push(one)
      this.#waiting.set(key, line)
      signal?.addEventListener('abort', () => this.#leave(key, one, signal.reason), { once: true })
    })
  }

  #leave(key: string, one: Waiting, cause: unknown): void {
    const line = this.#waiting.get(key)
    const at = line?.indexOf(one) ?? -1
    if (line === undefined || at < 0) return // The work is running or finished already.
    line.splice(at, 1)
    if (line.length === 0) this.#waiting.delete(key)
    one.cancel(cause)
  }

  /**
   * Gives a free slot to the waiting key that may use it and used the least; of equal ones, to the first.
   *
   * @returns false when none may use it.
   */
  #next(): boolean {
    let next: string | null = null
    for (const key of this.#waiting.keys()) {
      if (this.#isFree(key) && (next === null || this.recentUse(key) < this.recentUse(next))) next = key
    }
    if (next === null) return false
    const line = this.#waiting.get(next) ?? []
    const one = line.shift()
    this.#waiting.delete(next)
    if (line.length > 0) this.#waiting.set(next, line)
    this.#count(next, 1)
    one?.start()
    return true
  }
}
