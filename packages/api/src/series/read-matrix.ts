import type { DimensionName } from '@assay/domain/compare/dimension'
import { countedValues, judgeLine } from '@assay/domain/findings/series/judge-line'
import { type TrendMatrix, trendMatrix } from '@assay/domain/findings/series/matrix/trend-matrix'
import { DEFAULT_RULE, ruleFor } from '@assay/domain/findings/series/rule'
import type { SeriesQuery } from '@assay/domain/findings/series/series-query'
import { withReleases } from '@assay/domain/findings/series/with-releases'
import { zoom } from '@assay/domain/findings/series/zoom'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { applyRuleCached } from './apply-rule-cached.ts'
import { judgeInThread } from './judge-in-thread.ts'
import { findingsOf, readLines } from './read-series.ts'

/** Maximum tests of a matrix; a query that names tests shows others. */
const MAX_TESTS = 10
/** Maximum panels of a matrix. */
const MAX_PANELS = 30

export type ReadMatrix = {
  query: SeriesQuery
  matrix: TrendMatrix
  /** Number of tests under the filters, including those that are not shown. */
  tests: number
}

/**
 * Reads the lines of many tests over the versions of one product on one machine. Tests with findings come first, the
 * largest change first, then those with most results.
 *
 * @param query with the filters that are chosen; those of tests and workloads may be missing.
 */
export async function readMatrix(access: ProjectAccess, query: SeriesQuery): Promise<ReadMatrix> {
  const { queries } = access
  const observed = await queries.dimensions.facets({ filters: query.filters, allSteps: false })
  const valuesOf = (name: DimensionName) => observed.find((one) => one.name === name)?.values ?? []
  const [product = ''] = query.filters.product ?? valuesOf('product').map(({ value }) => value)
  const [hardware = ''] = query.filters.hardware ?? valuesOf('hardware').map(({ value }) => value)
  const color = query.color ?? (valuesOf('compiler').length > 1 ? 'compiler' : null)
  const findings = await findingsOf(access, query, [{ product, hardware }])
  const all = valuesOf('test').toSorted((a, b) => b.count - a.count)
  const changed = findings.flatMap(({ changes }) => changes.map(({ test }) => test))
  const names = new Set([...changed, ...all.map(({ value }) => value)])
  const known = new Set(all.map(({ value }) => value))
  const tests = query.filters.test ?? [...names].filter((name) => known.has(name)).slice(0, MAX_TESTS)
  const request = { ...query, color, filters: { ...query.filters, test: tests } }
  const [read, rules, bugs] = await Promise.all([
    readLines(access, request),
    queries.rules.list(),
    queries.knownBugs.list(),
  ])
  const order = new Map(tests.map((test, at) => [test, at]))
  const lines = read.lines.toSorted((a, b) => (order.get(a.test) ?? 0) - (order.get(b.test) ?? 0))
  const panels = new Set(lines.map(panelOf))
  const remaining = new Set([...panels].slice(0, MAX_PANELS))
  const drawn = lines.filter((line) => remaining.has(panelOf(line)))
  const ruleOf = drawn.map((line) => (query.method === null ? ruleFor(rules, line) : { method: query.method }))
  await judgeInThread(
    access,
    drawn.map((line, at) => ({ rule: ruleOf[at] ?? DEFAULT_RULE, values: countedValues(line) })),
  )
  const judged = drawn.map((line, at) =>
    withReleases(
      judgeLine(line, ruleOf[at] ?? DEFAULT_RULE, read.metric?.better ?? 'higher', applyRuleCached),
      findings,
    ),
  )
  const { places, lines: shown } = zoom({ ...read, lines: judged }, query)
  return { query: request, matrix: trendMatrix({ places, lines: shown, bugs }), tests: known.size }
}

const panelOf = ({ workload, test, clients }: { workload: string; test: string; clients: string }): string =>
  JSON.stringify([workload, test, clients])
