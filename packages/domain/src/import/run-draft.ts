import { type CompanionContent, type Companions, joinCompanions } from '../companion-files/companion-content.ts'
import type { LogInterval } from '../companion-files/histograms/response-time-content.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceLocation } from '../parse/source-location.ts'
import { isSameRounded } from '../run/equal-after-rounding.ts'
import type { Metric } from '../run/metric.ts'
import type { NamedResult } from './build-document.ts'
import { type Origins, originsOfFile } from './facts/origins.ts'
import { type Fields, fieldsOfRun, paramsOf } from './fields.ts'
import type { SourceFile } from './import-context.ts'

/** The next step when two values of one result contradict each other. */
export const HOW_TO_SEPARATE =
  'Put repeats into separate folders, such as run1 and run2, or state the difference with --param or --set'

/** The values of one test, with their position in a file. */
export type DraftResult = NamedResult & {
  location: SourceLocation
  /**
   * Files of samplers that are read when the run is built, so that the samples of one run only are in memory. `read` returns
   * null for a file without usable content.
   */
  samplers?: readonly { path: string; read: () => CompanionContent | null }[]
  /** Samplers and counters that ran during the test. */
  companions?: Companions
  /**
   * The divisor of per-operation values, where it is not the primary metric. `published` is the divisor that the
   * archive used for the metrics of sb.met.
   */
  operationsPerSecond?: { exact: number | null; published: number | null }
  /** Number of operations that the output states; a histogram of all operations must count as many. */
  operations?: number
  /** Intervals of aggregated logs, of all threads. */
  logIntervals?: readonly LogInterval[]
  /** Number of logical CPUs that this output prints. */
  cpus?: number | null
  /** The test that the figures of the output suggest, where it does not print its name. */
  likelyTest?: string
}

/** One run during the import: the facts that files have stated so far. */
export type RunDraft = {
  benchmark: string
  dataset: string
  datasetName: string | null
  /** Directory or file that the figures are from; null for the first of `paths`. */
  sourceName: string | null
  fields: Fields
  /** The source of each of `fields`. */
  origins: Origins
  clientVersion: string | null
  startedAt: string | null
  settings: Readonly<Record<string, string>> | null
  metrics: readonly Metric[]
  results: DraftResult[]
  paths: Set<string>
  /** Notes that are shown with the run. */
  notes: string[]
  /** Problems of its files that are reported only when the run itself is valid. */
  problems: Problem[]
  /** Location of a server name that was not understood. */
  unknown: { location: SourceLocation; message: string } | null
}

/** A new draft with only its benchmark and data set known. */
export const newRunDraft = (known: Pick<RunDraft, 'benchmark' | 'dataset' | 'datasetName'>): RunDraft => ({
  ...known,
  sourceName: null,
  fields: {},
  origins: {},
  clientVersion: null,
  startedAt: null,
  settings: null,
  metrics: [],
  results: [],
  paths: new Set<string>(),
  notes: [],
  problems: [],
  unknown: null,
})

/** The contribution of one file to a run. */
export type Fragment = {
  benchmark: string
  /**
   * Facts that the file states in addition to its path, for all of its results: product, version, config, build,
   * repeat, params.
   */
  fields?: Fields
  /**
   * Facts that separate this run from others of the same data set. By default all of `fields`, and always those of the
   * server's directory.
   */
  identity?: Fields
  clientVersion?: string | null
  startedAt?: string | null
  /** Metrics of its results that are not in Assay's list. */
  metrics?: readonly Metric[]
  /** Notes that are shown with the run; each is stored with the name of its test. */
  notes?: readonly string[]
  results: readonly DraftResult[]
}

/** The run drafts of an import. Fragments with the same identity are added to the same run. */
export class RunDrafts {
  readonly #drafts = new Map<string, RunDraft>()

  /**
   * Adds the contribution of one file to its run. Facts of the path are added too, so the fragment need not repeat
   * them.
   */
  add(file: SourceFile, fragment: Fragment): RunDraft {
    const { directory, corrected } = file
    const { benchmark } = fragment
    const { dataset, datasetName } = directory
    const identity = fragment.identity ?? fragment.fields ?? {}
    const key = canonicalJson([
      benchmark,
      dataset,
      { ...directory.server?.fields, ...identity, ...fieldsOfRun(corrected) },
    ])
    const draft = this.#drafts.get(key) ?? newRunDraft({ benchmark, dataset, datasetName })
    this.#drafts.set(key, draft)
    const [first] = fragment.results
    const about = first === undefined ? '' : `${first.test.name}, clients ${first.clients}: `
    draft.notes.push(...(fragment.notes ?? []).map((note) => about + note))
    addResults(draft, file, fragment)
    draft.clientVersion ??= fragment.clientVersion ?? null
    draft.startedAt ??= fragment.startedAt ?? null
    if (fragment.metrics?.some((metric) => !draft.metrics.includes(metric)))
      draft.metrics = [...draft.metrics, ...fragment.metrics]
    return draft
  }

  all(): RunDraft[] {
    return [...this.#drafts.values()]
  }

  /** The run that holds a result. */
  withResult(result: DraftResult): RunDraft | undefined {
    return this.all().find(({ results }) => results.includes(result))
  }
}

/** Adds the results of a file to a run, with the facts of its path and those that the file states. */
export function addResults(
  draft: RunDraft,
  file: SourceFile,
  { fields: stated = {}, results }: Pick<Fragment, 'fields' | 'results'>,
): void {
  const fields: Fields = { ...file.directory.fields, ...file.named?.fields, ...stated }
  const own = differingParams(fields, draft.fields)
  draft.fields = { ...fields, ...draft.fields }
  draft.origins = { ...originsOfFile(file, stated), ...draft.origins }
  draft.results.push(...results.map((result) => ({ ...result, params: { ...own, ...result.params } })))
  draft.paths.add(file.path)
}

/**
 * Parameters in which this file differs from the first file of the run, such as xfs instead of ext4. They become
 * parameters of its results.
 */
function differingParams(fields: Fields, known: Fields): NamedResult['params'] {
  const differing = Object.entries(fields).filter(
    ([field, text]) => known[field] !== undefined && known[field] !== text,
  )
  return paramsOf(Object.fromEntries(differing))
}

/**
 * Merges results of the same test, clients and parameters. Two different values of one metric refuse the run, unless
 * one is a rounded form of the other; then the first is used.
 */
export function mergeResults(results: readonly DraftResult[]): { results: DraftResult[]; problems: Problem[] } {
  const merged = new Map<string, DraftResult>()
  const problems: Problem[] = []
  for (const result of results) {
    const key = canonicalJson([result.test.name, result.clients, result.params])
    const before = merged.get(key)
    if (before === undefined) {
      merged.set(key, result)
      continue
    }
    for (const [metric, value] of Object.entries(result.values)) {
      const known = before.values[metric]
      if (known === undefined || isSameRounded(known, value)) continue
      problems.push({
        file: result.location.path,
        ...(result.location.line === undefined ? {} : { line: result.location.line }),
        message: `says ${value} for ${metric} of ${result.test.name}, but ${before.location.path} says ${known}. ${HOW_TO_SEPARATE}`,
        refusesRun: true,
      })
    }
    merged.set(key, {
      ...before,
      test: { ...result.test, ...before.test },
      values: { ...result.values, ...before.values },
      samples: distinctSamples([...(before.samples ?? []), ...(result.samples ?? [])]),
      histograms: before.histograms ?? result.histograms ?? [],
      command: before.command ?? result.command ?? null,
      companions: joinCompanions(before.companions, result.companions),
      profiles: [...(before.profiles ?? []), ...(result.profiles ?? [])],
      ...failureOf(before, result),
    })
  }
  return { results: [...merged.values()], problems }
}

const failureOf = (a: NamedResult, b: NamedResult): Pick<NamedResult, 'failure'> => {
  const failure = a.failure ?? b.failure
  return failure === undefined ? {} : { failure }
}

function distinctSamples(samples: NonNullable<NamedResult['samples']>): NonNullable<NamedResult['samples']> {
  return [...new Map(samples.toReversed().map((series) => [series.metric, series])).values()].reverse()
}
