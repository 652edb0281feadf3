import { compareVersions } from '../run/compare-versions.ts'
import type { DimensionName } from './dimension.ts'
import type { TestInfo } from './point.ts'

export type Order<T> = (a: T, b: T) => number

const COMPILER_FAMILIES = ['gcc', 'clang', 'clang+LTO']

/**
 * The order of the values of one dimension: versions by number; clients, repeats and numeric parameters as numbers;
 * tests and groups in the order of the benchmark, groups kept together; compilers gcc, clang, clang+LTO; all others by
 * name. The empty value, of results that do not state the dimension, is last.
 */
export function dimensionOrder(dimension: DimensionName, tests: readonly TestInfo[]): Order<string> {
  const order = orderOfValues(dimension, tests)
  return (a, b) => {
    if (a === b) return 0
    if (a === '') return 1
    return b === '' ? -1 : order(a, b) || byCodeUnits(a, b)
  }
}

/** The order of the keys of an axis: by its first dimension, then by its second, and so on. */
export function axisOrder(dimensions: readonly DimensionName[], tests: readonly TestInfo[]): Order<readonly string[]> {
  const orders = dimensions.map((dimension) => dimensionOrder(dimension, tests))
  return (a, b) => {
    for (const [i, order] of orders.entries()) {
      const sign = order(a[i] ?? '', b[i] ?? '')
      if (sign !== 0) return sign
    }
    return 0
  }
}

// Compares digits as numbers, so that x9a is before x10a. Created once, because creating a collator is slow.
const collator = new Intl.Collator('en', { numeric: true })

/** Natural order of names: `x9a`, `x10a`, `x10b`. */
export const byName: Order<string> = (a, b) => collator.compare(a, b) || byCodeUnits(a, b)

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function orderOfValues(dimension: DimensionName, tests: readonly TestInfo[]): Order<string> {
  switch (dimension) {
    case 'version':
      return compareVersions
    case 'compiler':
      return byRank((label) => COMPILER_FAMILIES.indexOf(label.split(' ', 1)[0] ?? ''), byName)
    case 'test':
      return byRankMap(rankTests(tests))
    case 'group':
      return byRankMap(rankGroups(tests))
    default:
      return dimension === 'clients' || dimension === 'repeat' || dimension.startsWith('param:') ? byNumber : byName
  }
}

/** Orders by rank; unknown values (rank below 0) follow the known ones in the order of `otherwise`. */
function byRank(rank: (value: string) => number, otherwise: Order<string>): Order<string> {
  const rankOf = (value: string) => {
    const found = rank(value)
    return found < 0 ? Number.MAX_SAFE_INTEGER : found
  }
  return (a, b) => rankOf(a) - rankOf(b) || otherwise(a, b)
}

const byRankMap = (ranks: ReadonlyMap<string, number>) => byRank((value) => ranks.get(value) ?? -1, byName)

/** Orders numbers before text. */
const byNumber: Order<string> = (a, b) => {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || byName(a, b)
  return x === y ? 0 : x - y
}

/** Ranks groups by their first test: scan is listed with the range queries although it runs after the aggregations. */
function rankGroups(tests: readonly TestInfo[]): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const { group, order } of tests) {
    const known = ranks.get(group ?? '')
    if (known === undefined || order < known) ranks.set(group ?? '', order)
  }
  return ranks
}

function rankTests(tests: readonly TestInfo[]): Map<string, number> {
  const groups = rankGroups(tests)
  const rankOf = ({ group }: TestInfo) => groups.get(group ?? '') ?? 0
  const sorted = tests.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) || byName(a.group ?? '', b.group ?? '') || a.order - b.order || byName(a.name, b.name),
  )
  return new Map(sorted.map(({ name }, rank) => [name, rank]))
}
