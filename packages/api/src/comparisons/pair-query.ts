import type { ProjectQueries } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { DimensionName } from '@assay/domain/compare/dimension'
import {
  type ComparableVersions,
  choosePair,
  largestEnvironment,
  type PairRequest,
  pairComparison,
  type ReleasesRequest,
  releasesComparison,
  usualPair,
} from '@assay/domain/compare/pairs/comparable-versions'
import { unambiguousBase, valuesWithoutBase } from '@assay/domain/compare/pairs/unambiguous-base'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { withoutMixing } from './offered-studies.ts'

/**
 * Returns the query of the comparison of two or all versions on one machine, with an axis for each dimension in which
 * results of one cell would differ, such as the config; null when they never ran with the same workload on the same
 * machine.
 *
 * @param request null for the two newest comparable versions where the project has the most data.
 */
export async function pairQuery(
  { dimensions }: ProjectQueries,
  request: PairRequest | ReleasesRequest | null,
): Promise<string | null> {
  const comparison = comparisonOf(await dimensions.comparableVersions(), request)
  if (comparison === null) return null
  const study = { kind: 'versions', name: '', title: '', sentence: '', comparison } as const
  const [apart] = await withoutMixing([study], dimensions)
  const { comparison: separated } = apart ?? study
  return toQuery(
    request?.to === null
      ? await withClearBase(separated, request.from, dimensions)
      : await withNewestSort(separated, dimensions),
  )
}

/**
 * Replaces a base that would be ambiguous for a column, when columns differ in more than the version. Where no base has
 * results for every column, a filter leaves out the values that would have columns without a ratio.
 */
async function withClearBase(
  comparison: Comparison,
  requested: string | undefined,
  dimensions: ProjectQueries['dimensions'],
): Promise<Comparison> {
  const { filters } = comparison
  const besides = comparison.columns.filter((dimension) => dimension !== 'version')
  if (besides.length === 0) return comparison
  const valuesOf = valueReader(comparison, dimensions)
  const versionsOfValues = async (dimension: DimensionName) => {
    const values = await valuesOf(dimension)
    return await Promise.all(
      values.map(async (value) => ({ versions: new Set(await valuesOf('version', { [dimension]: [value] })) })),
    )
  }
  const versions = (await valuesOf('version')).toSorted(compareVersions)
  const base = unambiguousBase(versions, await Promise.all(besides.map(versionsOfValues)), requested)
  if (base === undefined) return comparison
  const tables = await tableFilters(comparison, valuesOf)
  const left = await Promise.all(
    besides.map(async (dimension) => {
      const ofTables = await Promise.all(
        tables.map(async (table) => ({
          all: await valuesOf(dimension, table),
          base: await valuesOf(dimension, { ...table, version: [base] }),
        })),
      )
      const missing = valuesWithoutBase(ofTables)
      const values = missing.size === 0 ? [] : await valuesOf(dimension)
      const known = values.filter((value) => !missing.has(value))
      return known.length === 0 ? {} : { [dimension]: known }
    }),
  )
  return {
    ...comparison,
    filters: Object.assign({ ...filters }, ...left),
    base: { kind: 'values', values: { version: base } },
  }
}

/**
 * Sorts a pair by its last column, which is the newest candidate, when each version has several columns, such as one per
 * config.
 */
async function withNewestSort(comparison: Comparison, dimensions: ProjectQueries['dimensions']): Promise<Comparison> {
  const { sort, columns, filters } = comparison
  const [dimension, ...others] = columns.filter((name) => name !== 'version')
  if (sort.kind !== 'column' || dimension === undefined || others.length > 0) return comparison
  const valuesOf = valueReader(comparison, dimensions)
  const counts = await Promise.all(
    (filters.version ?? []).toSorted(compareVersions).map(async (version) => {
      return (await valuesOf(dimension, { version: [version] })).length
    }),
  )
  // The candidate is the second version where it is newer than the base, and otherwise the first.
  const before = counts.slice(0, sort.column + 1).reduce((sum, count) => sum + count, 0)
  return before === 0 ? comparison : { ...comparison, sort: { ...sort, column: before - 1 } }
}

const valueReader =
  ({ filters, allSteps }: Comparison, dimensions: ProjectQueries['dimensions']): ValuesOf =>
  async (dimension, more = {}) => {
    const facets = await dimensions.facets({ filters: { ...filters, ...more }, allSteps })
    return facets.find(({ name }) => name === dimension)?.values.map(({ value }) => value) ?? []
  }

type ValuesOf = (dimension: DimensionName, more?: Comparison['filters']) => Promise<string[]>

/** The filters of each table: every value of a dimension of the tables with every value of the others. */
async function tableFilters({ tables }: Comparison, valuesOf: ValuesOf): Promise<Comparison['filters'][]> {
  let filters: Comparison['filters'][] = [{}]
  for (const dimension of tables) {
    const values = await valuesOf(dimension)
    filters = filters.flatMap((known) => values.map((value) => ({ ...known, [dimension]: [value] })))
  }
  return filters
}

function comparisonOf(
  all: readonly ComparableVersions[],
  request: PairRequest | ReleasesRequest | null,
): Comparison | null {
  if (request?.to === null) {
    const environment = largestEnvironment(all, request)
    return environment === null ? null : releasesComparison(environment, request.from)
  }
  const pair = request === null ? usualPair(all) : choosePair(all, request)
  return pair === null ? null : pairComparison(pair)
}
