import { countOf } from './format-count.ts'

/** Names to list; one more is listed when it is the last. */
const MAX_LISTED = 3

/**
 * Formats `RocksDB 30, MySQL 12 and 4 of 2 other products`: how often each name occurs, most frequent first.
 *
 * @param noun the kind of name: `product`
 */
export function countsByName(names: readonly string[], noun: string): string {
  const counts = [...Map.groupBy(names, (name) => name)]
    .map(([name, own]) => ({ name, count: own.length }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
  const listed = counts.slice(0, counts.length === MAX_LISTED + 1 ? MAX_LISTED + 1 : MAX_LISTED)
  const rest = counts.slice(listed.length)
  const parts = listed.map(({ name, count }) => `${name} ${count}`)
  if (rest.length > 0) {
    const sum = rest.reduce((total, { count }) => total + count, 0)
    return `${parts.join(', ')} and ${sum} of ${countOf(rest.length, `other ${noun}`)}`
  }
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/**
 * The title of a page that lists records of products, with their counts: `24 builds: RocksDB 12, MySQL 8 and PostgreSQL 4`.
 *
 * @param noun one record: `build`
 * @param note what follows the count of all records: `, 1 without a fixed version`
 */
export function titleByProduct(records: readonly { product: string }[], noun: string, note = ''): string {
  if (records.length === 0) return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`
  const products = records.map(({ product }) => product)
  return `${countOf(records.length, noun)}${note}: ${countsByName(products, 'product')}`
}
