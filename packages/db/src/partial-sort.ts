import type { Order } from '@assay/domain/compare/dimension-order'

/** The first `count` items in order, without sorting the others, because pages are short and lists are long. */
export function partialSort<T>(items: Iterable<T>, count: number, order: Order<T>): T[] {
  const first: T[] = []
  for (const item of items) insertInOrder(first, item, { count, order })
  return first
}

/** Inserts an item into the first `count` ones, and removes the last of more. */
export function insertInOrder<T>(first: T[], item: T, { count, order }: { count: number; order: Order<T> }): void {
  const last = first.at(-1)
  if (first.length === count && (last === undefined || order(item, last) >= 0)) return
  first.splice(insertionIndex(item, first, order), 0, item)
  if (first.length > count) first.pop()
}

/** Index after all items that are not greater, by binary search. */
function insertionIndex<T>(item: T, sorted: readonly T[], order: Order<T>): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other !== undefined && order(item, other) < 0) high = middle
    else low = middle + 1
  }
  return low
}
