import type { FacetValue, ResultNotes } from '@assay/db/types'
import { dimensionWord } from '@assay/domain/compare/axis-label'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { withNotes } from '@assay/domain/findings/notes/with-notes'
import { buildLines, type Lines, type SeriesLine } from '@assay/domain/findings/series/build-lines'
import { countedValues, type JudgedLine, judgeLine } from '@assay/domain/findings/series/judge-line'
import { DEFAULT_RULE, ruleFor } from '@assay/domain/findings/series/rule'
import type { SeriesQuery } from '@assay/domain/findings/series/series-query'
import { withReleases } from '@assay/domain/findings/series/with-releases'
import { zoom } from '@assay/domain/findings/series/zoom'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, ok, type Result } from '@assay/domain/result'
import { buildLineOf } from '@assay/domain/run/build-label'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { applyRuleCached } from './apply-rule-cached.ts'
import { judgeInThread } from './judge-in-thread.ts'
import { LineCache } from './line-cache.ts'

/** Maximum findings of one product and machine that are searched for the releases of a series. */
const MAX_FINDINGS = 1_000
/** Maximum lines of a chart, because more cannot be distinguished. */
const MAX_LINES = 12

export type ReadSeries = Omit<Lines, 'lines'> & {
  lines: JudgedLine[]
  /** Number of matching lines, before the limit. */
  found: number
}

/** Reads the lines of a series query, longest first when there are too many, each judged by the most specific rule. */
export async function readSeries(access: ProjectAccess, query: SeriesQuery): Promise<ReadSeries> {
  const [lines, stored] = await Promise.all([readLines(access, query), access.queries.rules.list()])
  const findings = await findingsOf(access, query, lines.lines)
  const shown = lines.lines.toSorted((a, b) => b.positions.length - a.positions.length).slice(0, MAX_LINES)
  const remaining = lines.lines.filter((line) => shown.includes(line))
  const rules = remaining.map((line) => (query.method === null ? ruleFor(stored, line) : { method: query.method }))
  await judgeInThread(
    access,
    remaining.map((line, at) => ({ rule: rules[at] ?? DEFAULT_RULE, values: countedValues(line) })),
  )
  const judged = remaining.map((line, at) => {
    const rule = rules[at] ?? DEFAULT_RULE
    const judged = judgeLine(line, rule, lines.metric?.better ?? 'higher', applyRuleCached)
    const own = findings.filter(({ product, hardware }) => product === line.product && hardware === line.hardware)
    return withReleases(judged, own)
  })
  return { ...zoom({ ...lines, lines: judged }, query), found: lines.lines.length }
}

/** Stored findings of the products and machines of some lines; only a version axis shows releases. */
export async function findingsOf(
  { queries }: ProjectAccess,
  { order }: SeriesQuery,
  lines: readonly Pick<SeriesLine, 'product' | 'hardware'>[],
): Promise<StoredFinding[]> {
  if (order !== 'version') return []
  const environments = new Map(
    lines.map(({ product, hardware }) => [
      JSON.stringify([product, hardware]),
      { product: [product], hardware: [hardware] },
    ]),
  )
  const found = await Promise.all(
    [...environments.values()].map((environment) =>
      queries.findings.list(FindingFilters.parse(environment), MAX_FINDINGS),
    ),
  )
  return found.flat()
}

const cache = new LineCache()

/** Reads every line of a query with its known bugs and notes, without judgments. The same data are read once. */
export async function readLines(access: ProjectAccess, query: SeriesQuery): Promise<Lines> {
  const { filters, metric, order, color } = query
  const [state, notes] = await Promise.all([access.queries.series.state(), access.queries.notes()])
  const key = JSON.stringify([access.project.id, state, { filters, metric, order, color }, notes])
  const known = cache.get(key)
  if (known !== undefined) return known
  const lines = await readStoredLines(access, query, notes)
  cache.put(key, lines)
  return lines
}

/** Reads the lines of a query without the cache, with load steps when they are named or wanted. */
export async function readStoredLines(
  { queries, project }: Pick<ProjectAccess, 'queries' | 'project'>,
  query: SeriesQuery,
  notes: ResultNotes,
  allSteps = query.filters.test !== undefined,
): Promise<Lines> {
  const { points, runs } = await queries.series.read({
    filters: query.filters,
    metrics: [query.metric],
    // On a version axis only the newest run of each version counts; over time and commits each run is a point.
    newestOnly: query.order === 'version',
    allSteps,
    withCommits: query.order === 'commit',
  })
  const noted = withNotes(points, { ...notes, bugHref: (slug) => `${pathOfProject(project)}/known-bugs/${slug}` })
  return buildLines(noted, runs, query)
}

/** The dimensions of one series, in the order in which a choice narrows the next ones. */
const CHOSEN: readonly DimensionName[] = [
  'product',
  'benchmark',
  'workload',
  'hardware',
  'test',
  'clients',
  'config',
  'build',
]

type ChosenSeries = {
  filters: SeriesQuery['filters']
  /** Available values of each dimension under the choices before it. */
  choices: { name: DimensionName; values: FacetValue[] }[]
  /** One sentence for each requested value that no result has under the dimensions before it. */
  replaced: string[]
}

/** Fills the filters that a query leaves out from its run; an unknown run is an error. */
export async function withRunFilters(
  access: ProjectAccess,
  query: SeriesQuery,
): Promise<Result<SeriesQuery, AppError>> {
  if (query.run === null) return ok(query)
  const environment = await environmentOf(access, query.run)
  if (environment.product === undefined)
    return err(appError('query-invalid', 'run: there is no such run in this project. Check the id of the run.'))
  return ok({ ...query, filters: { ...environment, ...query.filters } })
}

/** Returns the dimensions of a run as filters; empty without a run, and for an unknown one. */
async function environmentOf({ queries }: ProjectAccess, runId: string | null): Promise<SeriesQuery['filters']> {
  if (runId === null || !z.uuid().safeParse(runId).success) return {}
  const [run] = await queries.runs.provenance({ ids: [runId], maxCommands: 0 })
  if (run === undefined) return {}
  const { product, benchmark, workload, hardware, config, build } = run
  return {
    product: [product],
    benchmark: [benchmark],
    workload: [workload],
    hardware: [hardware],
    config: [config],
    build: [build],
  }
}

/** Dimensions that a matrix of trends does not narrow to one value, unless the query names values. */
export const MATRIX_OPEN: readonly DimensionName[] = ['workload', 'test', 'config', 'build']

/**
 * Chooses the filters of one series. For each dimension it takes the requested value (else that of the named run) when
 * results have it together with the dimensions before it, else the value with the most results. The dimension of the
 * colors is not filtered unless several of its values are named.
 *
 * @param open dimensions that keep all of their values when the query names none.
 */
export async function chooseSeries(
  access: ProjectAccess,
  query: SeriesQuery,
  open: readonly DimensionName[] = [],
): Promise<ChosenSeries> {
  const { queries } = access
  const { color } = query
  const environment = await environmentOf(access, query.run)
  const others = Object.entries(query.filters).filter(([name]) => !CHOSEN.some((chosen) => chosen === name))
  const chosen: ChosenSeries = { filters: Object.fromEntries(others), choices: [], replaced: [] }
  for (const name of CHOSEN) {
    const observed = await queries.dimensions.facets({ filters: chosen.filters, allSteps: true })
    const values = observed.find((one) => one.name === name)?.values ?? []
    const given = query.filters[name] ?? []
    if (given.length === 0 && open.includes(name)) {
      if (name !== 'build') chosen.choices.push({ name, values })
      continue
    }
    if (name === 'build') {
      await chooseBuilds(access, chosen, { values, given, near: environment.build ?? [], color })
      continue
    }
    const has = (value: string) => values.some((one) => one.value === value)
    const named = given.filter(has)
    if (named.length === 0 && open.includes(name)) {
      chosen.choices.push({ name, values })
      chosen.replaced.push(`${dimensionWord(name)} ${given.join(', ')} has no such results; all are shown.`)
      continue
    }
    const remaining = given.length > 0 ? named : (environment[name] ?? []).filter(has)
    const [most] = values.toSorted((a, b) => b.count - a.count)
    chosen.choices.push({ name, values })
    if (name === color && remaining.length < 2) continue
    if (remaining.length > 0) chosen.filters[name] = remaining
    else if (most !== undefined && (values.length > 1 || given.length > 0)) chosen.filters[name] = [most.value]
    if (named.length < given.length && most !== undefined)
      chosen.replaced.push(
        `${dimensionWord(name)} ${given.join(', ')} has no such results; ${(named[0] ?? most.value) || 'none'} is shown.`,
      )
  }
  return chosen
}

/**
 * Chooses builds by line: builds that differ only in the commit are one line, because commits change along a series.
 * When the line has one version only and others have more, builds are named after versions, and none is filtered.
 */
async function chooseBuilds(
  { queries }: ProjectAccess,
  chosen: ChosenSeries,
  request: {
    values: readonly FacetValue[]
    given: readonly string[]
    near: readonly string[]
    color: SeriesQuery['color']
  },
): Promise<void> {
  const lines = [...Map.groupBy(request.values, ({ value }) => buildLineOf(value))].map(([value, builds]) => ({
    value,
    count: builds.reduce((sum, { count }) => sum + count, 0),
    labels: builds.map((one) => one.value),
  }))
  const labelsOf = (name: string) => lines.find(({ value }) => value === name)?.labels
  const named = request.given.flatMap((name) =>
    request.values.some(({ value }) => value === name) ? [name] : (labelsOf(name) ?? []),
  )
  chosen.choices.push({ name: 'build', values: lines.map(({ value, count }) => ({ value, count })) })
  const [most] = lines.toSorted((a, b) => b.count - a.count)
  if (named.length === 0 && request.given.length > 0 && most !== undefined)
    chosen.replaced.push(`build ${request.given.join(', ')} has no such results; ${most.value || 'none'} is shown.`)
  if (request.color === 'build' && named.length < 2) return
  if (named.length > 0) chosen.filters.build = named
  if (named.length > 0 || lines.length < 2 || most === undefined) return
  const near = lines.find(({ labels }) => labels.some((label) => request.near.includes(label)))
  const { labels } = near ?? most
  const versions = async (filters: ChosenSeries['filters']) => {
    const observed = await queries.dimensions.facets({ filters, allSteps: true })
    return observed.find(({ name }) => name === 'version')?.values.length ?? 0
  }
  const narrowed = { ...chosen.filters, build: labels }
  if ((await versions(narrowed)) > 1 || (await versions(chosen.filters)) < 2) chosen.filters = narrowed
}
