/** Maximum keys that are remembered; the ones that were added to first are forgotten. */
const MAX_REMEMBERED = 1_000

/** Adds up the time that keys, such as callers, used of something. The longer ago, the less of it counts. */
export class RecentUse {
  readonly #halfLifeMs: number
  readonly #now: () => number
  readonly #used = new Map<string, { ms: number; at: number }>()

  /**
   * @param halfLifeMs time after which half of the use is forgotten.
   * @param now milliseconds of a monotonic clock.
   */
  constructor(halfLifeMs: number, now: () => number = () => performance.now()) {
    this.#halfLifeMs = halfLifeMs
    this.#now = now
  }

  /** Milliseconds that count for a key now. */
  of(key: string): number {
    const used = this.#used.get(key)
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.at) / this.#halfLifeMs)
  }

  add(key: string, ms: number): void {
    const total = this.of(key) + ms
    this.#used.delete(key) // A Map keeps the order of insertion, so that this key becomes the newest.
    this.#used.set(key, { ms: total, at: this.#now() })
    const [oldest] = this.#used.keys()
    if (this.#used.size > MAX_REMEMBERED && oldest !== undefined) this.#used.delete(oldest)
  }
}
