import { setTimeout as sleep } from 'node:timers/promises'

/** Time after which a page is rendered here again until it moves, because its data may have changed. */
const REMEMBERED_MS = 60_000
const MAX_PAGES = 500
/** Maximum length of a remembered path, so that the memory of all is bounded. */
const MAX_LENGTH = 2_048
/** Maximum time for which a request waits for an earlier one for the same page. */
const MAX_WAIT_MS = 500

/**
 * Knows the paths, with their queries, of pages that were moved to the process for heavy requests not long ago. A page
 * moves when its comparison turns out to be large, after much of it has been rendered. Other requests for it wait until
 * that is known, and then move without being rendered.
 *
 * @param now milliseconds of a monotonic clock.
 */
export class MovedPages {
  readonly #now: () => number
  readonly #movedAt = new Map<string, number>()
  /** The first request for each page that is being rendered. */
  readonly #first = new Map<string, PromiseWithResolvers<void>>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  add(path: string): void {
    this.#end(path)
    if (path.length > MAX_LENGTH) return
    this.#movedAt.delete(path) // A Map keeps the order of insertion, so that this path becomes the newest.
    this.#movedAt.set(path, this.#now())
    const [oldest] = this.#movedAt.keys()
    if (this.#movedAt.size > MAX_PAGES && oldest !== undefined) this.#movedAt.delete(oldest)
  }

  has(path: string): boolean {
    return this.#now() - (this.#movedAt.get(path) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS
  }

  /** Runs the work of a request, after the first one for the page was moved or has ended. */
  async afterFirst(path: string, work: () => Promise<void>): Promise<void> {
    const first = this.#first.get(path)
    if (first !== undefined) {
      await Promise.race([first.promise, sleep(MAX_WAIT_MS, undefined, { ref: false })])
      return work()
    }
    this.#first.set(path, Promise.withResolvers<void>())
    try {
      await work()
    } finally {
      this.#end(path)
    }
  }

  #end(path: string): void {
    this.#first.get(path)?.resolve()
    this.#first.delete(path)
  }
}
