/** The key has too many waiting calls already. */
export class QueueFull extends Error {}

type Waiting = { start: () => void; cancel: (cause: unknown) => void }

/**
 * Runs at most `slots` pieces of work at once. Keys, such as projects, take turns, so that a key with much work delays
 * itself and not the others.
 */
export class FairQueue {
  readonly #slots: number
  readonly #maxWaiting: number
  readonly #maxRunning: number
  readonly #waiting = new Map<string, Waiting[]>()
  /** Number of running pieces by key. */
  readonly #running = new Map<string, number>()

  /**
   * @param maxWaiting pieces of work of one key that may wait.
   * @param maxRunning pieces of work of one key that may run at once; with fewer than `slots`, a slot is left for
   *   other keys, however long the work of this one takes.
   */
  constructor(slots: number, maxWaiting: number, maxRunning = slots) {
    this.#slots = slots
    this.#maxWaiting = maxWaiting
    this.#maxRunning = maxRunning
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
    try {
      return await work()
    } finally {
      this.#count(key, -1)
      this.#next()
    }
  }

  #isFree(key: string): boolean {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return running < this.#slots && (this.#running.get(key) ?? 0) < this.#maxRunning
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

  /** Gives the free slot to the next key that may use it, which then moves to the end of the queue. */
  #next(): void {
    for (const [key, line] of this.#waiting) {
      if (!this.#isFree(key)) continue
      const one = line.shift()
      this.#waiting.delete(key)
      if (line.length > 0) this.#waiting.set(key, line)
      if (one === undefined) continue
      this.#count(key, 1)
      one.start()
      return
    }
  }
}
