/**
 * Cache of the results of a pure function by key. The least recently used entries are dropped when the total weight of
 * keys and results exceeds `most`.
 */
export class Memo<T> {
  readonly #kept = new Map<string, { value: T; weight: number }>()
  readonly #most: number
  #weight = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @param isStill returns false for a cached value that became stale for a reason other than its key. */
  get(key: string, make: () => T, weigh: (value: T) => number, isStill: (value: T) => boolean = () => true): T {
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      if (isStill(known.value)) {
        this.#kept.set(key, known)
        return known.value
      }
      this.#weight -= known.weight
    }
    const value = make()
    const weight = key.length + weigh(value)
    if (weight > this.#most / 4) return value
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const [oldest, { weight: gone }] of this.#kept) {
      if (this.#weight <= this.#most) break
      this.#kept.delete(oldest)
      this.#weight -= gone
    }
    return value
  }
}
