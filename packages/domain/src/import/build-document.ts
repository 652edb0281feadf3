import { findCounterMetric } from '../companion-files/counters/counter-metrics.ts'
import { type ProfileOfResult, profileValues } from '../companion-files/perf/perf-values.ts'
import { findSeriesMetric } from '../companion-files/series/series-metrics.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { refusal } from '../parse/invariants/invariants.ts'
import { packNumbers } from '../parse/pack-numbers.ts'
import type { Problem } from '../parse/problem.ts'
import { checkDocument } from '../run/check-document.ts'
import { AS_PUBLISHED_PREFIX, findKnownMetric, KNOWN_METRICS, type Metric } from '../run/metric.ts'
import { findOperationLatency } from '../run/operation-latency.ts'
import {
  type ParamValue,
  UploadDocument,
  type UploadHistogram,
  type UploadProfile,
  type UploadResult,
  type UploadSamples,
  type UploadTest,
} from '../run/upload-document.ts'
import type { RunFacts } from './facts/run-facts.ts'

/** A result whose values are keyed by metric name. */
export type NamedResult = {
  test: UploadTest
  clients: number
  params: Readonly<Record<string, ParamValue>>
  values: Readonly<Record<string, number>>
  samples?: readonly UploadSamples[]
  /** Distributions of response times, one for each operation. */
  histograms?: readonly UploadHistogram[]
  command?: string | null
  profiles?: readonly ProfileOfResult[]
  /** The reason that the tool gave for the failure. A failed result has no values. */
  failure?: string
}

export type DocumentInput = {
  facts: RunFacts
  benchmark: string
  clientVersion?: string | null
  startedAt?: string | null
  /** Directory or file from which the figures were read. */
  sourceName: string
  results: readonly NamedResult[]
  /** Notes that are shown with the run. */
  notes?: readonly string[]
  /** Metrics that the files declare and that are not in Assay's list. */
  metrics?: readonly Metric[]
}

/**
 * Builds the upload document of a run. Results keep the order of the benchmark; results without values are left out.
 *
 * @returns a problem and no document when no result is left or a name is not valid in a document.
 */
export function buildDocument(input: DocumentInput): { document: UploadDocument | null; problems: Problem[] } {
  const { facts, sourceName } = input
  const results = input.results
    .map((result) => ({
      ...(result.failure === undefined ? result : withoutFigures(result)),
      params: { ...facts.params, ...result.params },
      values: result.failure === undefined ? { ...profileValues(result.profiles ?? []), ...result.values } : {},
    }))
    .filter(({ values, failure }) => failure !== undefined || Object.keys(values).length > 0)
    .sort(byTestOrder)
  if (results.length === 0) return { document: null, problems: [{ file: sourceName, message: 'holds no result' }] }
  const named = results.flatMap(({ values, samples = [] }) => [
    ...Object.keys(values),
    ...samples.map(({ metric }) => metric),
  ])
  // A document names at least one metric, even when all of its results failed.
  const metricNames = orderMetrics(new Set(named.length > 0 ? named : [results[0]?.test.primaryMetric ?? 'ops/s']))
  const declared = metricNames
    .filter((name) => findKnownMetric(name) === undefined)
    .map((name) => input.metrics?.find((metric) => metric.name === name) ?? declareMetric(name))
  const { clientVersion, startedAt } = input
  const profiles = results.flatMap(toProfiles)
  const candidate = {
    schemaVersion: 1,
    product: facts.product,
    version: facts.version,
    build: facts.build,
    config: facts.config,
    hardware: facts.hardware,
    benchmark: { name: input.benchmark },
    workload: facts.workload,
    repeat: facts.repeat,
    ...(startedAt == null ? {} : { startedAt }),
    ...(clientVersion == null ? {} : { clientVersion }),
    source: { name: sourceName },
    ...(input.notes === undefined || input.notes.length === 0 ? {} : { notes: [...new Set(input.notes)].join('\n') }),
    tests: describeTests(results),
    ...(declared.length === 0 ? {} : { metrics: declared }),
    metricNames,
    results: results.map((result) => toResult(result, metricNames)),
    ...(profiles.length === 0 ? {} : { profiles }),
  }
  return validate(candidate, sourceName)
}

/** Removes the figures of a failed test: partial figures would be mistaken for those of the whole test. */
function withoutFigures({ test, clients, params, command, failure }: NamedResult): NamedResult {
  return {
    test,
    clients,
    params,
    values: {},
    ...(command == null ? {} : { command }),
    ...(failure === undefined ? {} : { failure }),
  }
}

function validate(candidate: unknown, file: string): { document: UploadDocument | null; problems: Problem[] } {
  const parsed = UploadDocument.safeParse(candidate)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = (issue?.path ?? []).map(String).join('/')
    return {
      document: null,
      problems: [{ file, message: `makes an invalid document: /${path} ${issue?.message ?? ''}` }],
    }
  }
  const issues = checkDocument(parsed.data)
  const [issue] = issues
  if (issue === undefined)
    return { document: { ...parsed.data, results: parsed.data.results.map(withPackedSamples) }, problems: [] }
  const impossible = issues.filter(({ isImpossible }) => isImpossible)
  if (impossible.length > 0) {
    const problems = impossible.map(({ pointer, message }) =>
      refusal(file, `${nameOf(parsed.data, pointer)}: ${message}`),
    )
    return { document: null, problems }
  }
  return {
    document: null,
    problems: [{ file, message: `makes an invalid document: ${issue.pointer} ${issue.message}` }],
  }
}

/** The result with samples in little memory, because the documents of all runs of an import are held at once. */
const withPackedSamples = (result: UploadResult): UploadResult =>
  result.samples === undefined
    ? result
    : { ...result, samples: result.samples.map((series) => ({ ...series, values: packNumbers(series.values) })) }

/** Describes the result that a pointer such as `/results/N/...` refers to. */
function nameOf({ results }: UploadDocument, pointer: string): string {
  const result = results[Number(pointer.split('/')[2])]
  return result === undefined ? pointer : `${result.test}, clients ${result.clients}`
}

function byTestOrder(a: NamedResult, b: NamedResult): number {
  return (
    (a.test.order ?? Number.MAX_SAFE_INTEGER) - (b.test.order ?? Number.MAX_SAFE_INTEGER) ||
    compareText(a.test.name, b.test.name) ||
    a.clients - b.clients ||
    compareText(canonicalJson(a.params), canonicalJson(b.params))
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const positions = new Map(KNOWN_METRICS.map(({ name }, index) => [name, index]))

/** Orders metrics: the known ones as Assay lists them, then the published ones of the archive, then all others. */
function orderMetrics(names: ReadonlySet<string>): string[] {
  const positionOf = (name: string) => {
    const isPublished = name.startsWith(AS_PUBLISHED_PREFIX)
    const position = positions.get(isPublished ? name.slice(AS_PUBLISHED_PREFIX.length) : name)
    return position === undefined ? Number.MAX_SAFE_INTEGER : position + (isPublished ? KNOWN_METRICS.length : 0)
  }
  return [...names].sort((a, b) => positionOf(a) - positionOf(b) || compareText(a, b))
}

function declareMetric(name: string): Metric {
  return (
    findOperationLatency(name) ??
    findCounterMetric(name) ??
    findSeriesMetric(name) ?? {
      name,
      unit: 'unknown',
      better: 'neither',
      about: 'a metric that no unit is known of',
    }
  )
}

/**
 * Lists each test once. A test without its usual metric (sysbench cpu runs no queries) gets `ops/s` as its primary
 * metric.
 */
function describeTests(results: readonly NamedResult[]): UploadTest[] {
  const tests = new Map<string, UploadTest>()
  for (const { test, values } of results) {
    const known = tests.get(test.name) ?? test
    const { primaryMetric } = known
    const hasOperationsOnly =
      primaryMetric !== undefined && values[primaryMetric] === undefined && values['ops/s'] !== undefined
    tests.set(test.name, hasOperationsOnly ? { ...known, primaryMetric: 'ops/s' } : known)
  }
  return [...tests.values()]
}

/** The profiles of a result, each with the test, clients and parameters that it belongs to. */
function toProfiles({ test, clients, params, profiles = [] }: NamedResult): UploadProfile[] {
  const of = { test: test.name, clients, ...(Object.keys(params).length === 0 ? {} : { params: { ...params } }) }
  return profiles.map((profile) => ({ ...profile, ...of }))
}

function toResult(
  { test, clients, params, values, samples = [], histograms = [], command, failure }: NamedResult,
  metricNames: readonly string[],
): UploadResult {
  return {
    test: test.name,
    clients,
    ...(Object.keys(params).length === 0 ? {} : { params: { ...params } }),
    values: metricNames.map((name) => values[name] ?? null),
    ...(command == null ? {} : { command }),
    ...(samples.length === 0 ? {} : { samples: [...samples] }),
    ...(histograms.length === 0 ? {} : { histograms: [...histograms] }),
    ...(failure === undefined ? {} : { status: 'failed' as const, statusReason: failure }),
  }
}
