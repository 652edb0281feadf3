import { type DimensionName, isDimensionName } from '@assay/domain/compare/dimension'
import { DEFAULT_RUN_SORT, type RunSort, RunSortKey } from '@assay/domain/run/run-sort'

/** The state of the list of runs in its address. `pick` is the first of two runs to compare. */
export type RunQuery = { filters: RunFilters; sort: RunSort; cursor: string | null; pick: string | null }

/** Values by dimension. */
export type RunFilters = Partial<Record<DimensionName, string[]>>

/** Parses an address. Unknown dimensions and sort keys are ignored, because they come from old or mistyped links. */
export function parseRunQuery(params: URLSearchParams): RunQuery {
  const filters: Record<string, string[]> = {}
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name).filter((value) => value !== '')
    if (isDimensionName(name) && values.length > 0) filters[name] = [...new Set(values)]
  }
  const key = RunSortKey.options.find((known) => known === params.get('sort'))
  const direction = params.get('direction') === 'ascending' ? 'ascending' : 'descending'
  return {
    filters,
    sort: key === undefined ? DEFAULT_RUN_SORT : { key, direction },
    cursor: params.get('cursor'),
    pick: params.get('pick'),
  }
}

/** Formats the address of a state: filters by name, then sort, then cursor. */
export function formatRunQuery({ filters, sort, cursor, pick }: Partial<RunQuery>): string {
  const params = new URLSearchParams()
  for (const [name, values] of Object.entries(filters ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const value of values ?? []) params.append(name, value)
  }
  if (sort !== undefined && (sort.key !== DEFAULT_RUN_SORT.key || sort.direction !== DEFAULT_RUN_SORT.direction)) {
    params.set('sort', sort.key)
    params.set('direction', sort.direction)
  }
  if (cursor) params.set('cursor', cursor)
  if (pick) params.set('pick', pick)
  return params.toString()
}

/**
 * Returns the order after a click on a header: times newest first, other columns A to Z; a second click reverses it.
 */
export function nextSort(current: RunSort, key: RunSort['key']): RunSort {
  const first = key === 'received' || key === 'started' || key === 'results' ? 'descending' : 'ascending'
  if (current.key !== key) return { key, direction: first }
  return { key, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
}
