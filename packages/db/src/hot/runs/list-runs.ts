import { byName, type Order } from '@assay/domain/compare/dimension-order'
import type { RunSortKey } from '@assay/domain/run/run-sort'
import { partialSort } from '../../partial-sort.ts'
import type { RunListQuery, RunPage } from '../../types.ts'
import { findRuns, prepareFilter } from '../run-index/filter-runs.ts'
import { compareVersionKeys, type RunEntry, type RunIndex } from '../run-index/run-index.ts'
import { readCursor, writeCursor } from './run-list-pagination.ts'
import { summarizeRun } from './run-summary.ts'

const MAX_LIMIT = 500

/**
 * Lists one page of runs in a total order: by the key, then newest first, then by id. A page starts after the last run
 * of the previous page, at its current position, so that runs which arrive meanwhile cause no repetition and hide no
 * others.
 */
export function listRuns(runIndex: RunIndex, query: RunListQuery): RunPage {
  const passing = findRuns(runIndex, prepareFilter(runIndex, query.filters), {
    newestOnly: false,
    isListed: () => true,
  })
  const order = orderOf(runIndex, query.sort)
  const last = readCursor(runIndex, query)
  const following = last === null ? passing : passing.filter((run) => order(last, run) < 0)
  const page = partialSort(following, Math.min(Math.max(Math.trunc(query.limit), 1), MAX_LIMIT), order)
  const end = page.at(-1)
  return {
    rows: page.map(summarizeRun),
    nextCursor: end === undefined || page.length === following.length ? null : writeCursor(query, end),
    total: passing.length,
  }
}

function orderOf(runIndex: RunIndex, { key, direction }: RunListQuery['sort']): Order<RunEntry> {
  const rank = rankOf(runIndex, key)
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => {
    const [rankA, rankB] = [rank(a), rank(b)]
    if (rankA !== rankB) return rankA < rankB ? -sign : sign
    return b.receivedAt - a.receivedAt || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)
  }
}

/** Returns the rank of a run by the sort key: names are sorted once, and runs are compared by rank. */
function rankOf({ builds, configs, hardware, workloads }: RunIndex, key: RunSortKey): (run: RunEntry) => number {
  switch (key) {
    case 'received':
      return (run) => run.receivedAt
    case 'started':
      return (run) => run.startedAt ?? Number.NEGATIVE_INFINITY
    case 'results':
      return (run) => run.testSet.items.length
    case 'product':
      return ranks(
        builds.all,
        (a, b) => byName(a.product, b.product),
        (run) => run.build,
      )
    case 'version':
      return ranks(
        builds.all,
        (a, b) => byName(a.product, b.product) || compareVersionKeys(a, b),
        (run) => run.build,
      )
    case 'build':
      return ranks(
        builds.all,
        (a, b) => byName(a.name, b.name),
        (run) => run.build,
      )
    case 'config':
      return ranks(
        configs.all,
        (a, b) => byName(a.name, b.name),
        (run) => run.config,
      )
    case 'hardware':
      return ranks(
        hardware.all,
        (a, b) => byName(a.name, b.name),
        (run) => run.hardware,
      )
    case 'benchmark':
      return ranks(
        workloads.all,
        (a, b) => byName(a.benchmark, b.benchmark),
        (run) => run.workload,
      )
    case 'workload':
      return ranks(
        workloads.all,
        (a, b) => byName(a.name, b.name),
        (run) => run.workload,
      )
  }
}

/** Ranks of entries; entries that compare as equal share a rank. */
function ranks<T extends { index: number }>(entries: readonly T[], order: Order<T>, entryOf: (run: RunEntry) => T) {
  const positions: number[] = []
  let position = 0
  let before: T | undefined
  for (const entry of entries.toSorted(order)) {
    if (before !== undefined && order(before, entry) !== 0) position += 1
    positions[entry.index] = position
    before = entry
  }
  return (run: RunEntry) => positions[entryOf(run).index] ?? 0
}
