/**
 * Cache of the results of a pure function by key. The least recently used entries are dropped when the total weight of
 * keys and results exceeds `maxWeight`.
 */
export class LruCache<T> {
  readonly #entries = new Map<string, { value: T; weight: number }>()
  readonly #maxWeight: number
  #weight = 0

  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight
  }

  /** @param isFresh returns false for a cached value that became stale for a reason other than its key. */
  get(key: string, compute: () => T, weigh: (value: T) => number, isFresh: (value: T) => boolean = () => true): T {
    const cached = this.#entries.get(key)
    if (cached !== undefined) {
      this.#entries.delete(key)
      if (isFresh(cached.value)) {
        this.#entries.set(key, cached)
        return cached.value
      }
      this.#weight -= cached.weight
    }
    const value = compute()
    const weight = key.length + weigh(value)
    if (weight > this.#maxWeight / 4) return value
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#weight <= this.#maxWeight) break
      this.#entries.delete(oldestKey)
      this.#weight -= oldest.weight
    }
    return value
  }
}
