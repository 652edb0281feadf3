/** Calls `work` for each item in order, for at most `limit` items at the same time. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const shared = items[Symbol.iterator]()
  const workUntilEmpty = async () => {
    for (let next = shared.next(); next.done !== true; next = shared.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: limit }, workUntilEmpty))
}
