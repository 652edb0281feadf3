/** Kinds of entries that a search can find, in the order in which equally good matches are listed. */
export const SEARCH_KINDS = [
  'product',
  'version',
  'saved comparison',
  'report',
  'spec',
  'study',
  'hardware',
  'config',
  'benchmark',
  'workload',
  'test',
  'metric',
  'known bug',
  'build',
  'run',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** One entry that a search can find. */
export type SearchEntry = {
  kind: SearchKind
  /** Identifies the entry: an id, a slug, the name of a metric, or the query of a comparison, depending on the kind. */
  key: string
  /** Name shown to people. */
  title: string
  /** Further text that is shown and searched. */
  about: string
  /** Filters that select it in a comparison, by dimension; empty for entries that are no value of a dimension. */
  filters: Readonly<Record<string, string>>
}

/** Abbreviations that people type, with the full names. */
const SHORT_FOR: Readonly<Record<string, string>> = {
  pg: 'postgres',
  my: 'mysql',
  maria: 'mariadb',
  rdb: 'rocksdb',
  ib: 'insert benchmark',
  dbb: 'db_bench',
  sb: 'sysbench',
}

/** Expands abbreviations in a search text: `pg 17.6` becomes `postgres 17.6`. */
export const writtenOut = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => SHORT_FOR[word.toLowerCase()] ?? word)
    .join(' ')
