import type { Lines } from '@assay/domain/findings/series/build-lines'

/** Maximum points of all cached series, of some 400 bytes each. */
const MAX_CACHED_POINTS = 40_000

/**
 * Series of all projects by their query and the state of the data that they were read from. The least recently used
 * series are dropped.
 */
export class LineCache {
  readonly #cached = new Map<string, { lines: Lines; points: number }>()
  readonly #max: number
  #points = 0

  constructor(max = MAX_CACHED_POINTS) {
    this.#max = max
  }

  get(key: string): Lines | undefined {
    const found = this.#cached.get(key)
    if (found === undefined) return undefined
    // Deleted and inserted again, so that the first key of the map is the least recently used one.
    this.#cached.delete(key)
    this.#cached.set(key, found)
    return found.lines
  }

  put(key: string, lines: Lines): void {
    const points = lines.lines.reduce((sum, { positions }) => sum + positions.length, 1)
    this.#drop(key)
    this.#cached.set(key, { lines, points })
    this.#points += points
    for (const oldest of this.#cached.keys()) {
      if (this.#points <= this.#max) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#points -= this.#cached.get(key)?.points ?? 0
    this.#cached.delete(key)
  }
}
