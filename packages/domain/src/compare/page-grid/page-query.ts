import type { Comparison } from '../comparison.ts'

/**
 * Changes parameters of a query that the server wrote, without reading the others. A value of null removes the
 * parameter, which sets its default.
 */
export function withParameters(query: string, changes: Readonly<Record<string, string | null>>): string {
  const remaining = query
    .split('&')
    .filter((part) => part !== '' && !Object.hasOwn(changes, part.split('=', 1)[0] ?? ''))
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value).replace(/%(?:2C|3A|2F|40)/g, decodeURIComponent)}`],
  )
  return [...added, ...remaining].join('&')
}

/** The parameter of a sort; null for the default. */
export const sortParameter = (sort: Comparison['sort']): string | null =>
  sort.kind === 'column' ? `column:${sort.column}:${sort.direction}` : sort.kind === 'name' ? 'name' : null
