/** Time after which a page is rendered here again until it moves, because its data may have changed. */
const REMEMBERED_MS = 60_000
const MAX_PAGES = 500
/** Maximum length of a remembered path, so that the memory of all is bounded. */
const MAX_LENGTH = 2_048

/**
 * Paths, with their queries, of pages that were moved to the process for heavy requests not long ago. A page moves only
 * when its comparison turns out to be large, after much of it has been rendered; the next one with its path moves before
 * that.
 *
 * @param now milliseconds of a monotonic clock.
 */
export function rememberMovedPages(now: () => number = () => performance.now()) {
  const movedAt = new Map<string, number>()
  return {
    add(path: string): void {
      if (path.length > MAX_LENGTH) return
      movedAt.delete(path) // A Map keeps the order of insertion, so that this path becomes the newest.
      movedAt.set(path, now())
      const [oldest] = movedAt.keys()
      if (movedAt.size > MAX_PAGES && oldest !== undefined) movedAt.delete(oldest)
    },
    has(path: string): boolean {
      return now() - (movedAt.get(path) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS
    },
  }
}
