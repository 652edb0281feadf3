import { type Companions, joinCompanions } from '../companion-files/companion-content.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceLocation } from '../parse/source-location.ts'
import type { Metric } from '../run/metric.ts'
import { isSameRounded } from '../run/same-rounded.ts'
import type { NamedResult } from './build-document.ts'
import { type Fields, paramsOf } from './fields.ts'
import type { SourceFile } from './import-context.ts'
import { type Origins, originsOfFile } from './origins.ts'

/** The next step where two values of one result cannot both be true. */
export const HOW_TO_SEPARATE =
  'Put repeats into separate folders, such as run1 and run2, or state the difference with --param or --set'

/** The values of one test, with their position in a file. */
export type DraftResult = NamedResult & {
  location: SourceLocation
  /** Samplers and counters that were taken during the test. */
  companions?: Companions
  /**
   * The divisor of values per operation, where it is not the primary metric. `published` is that of the archive, for the
   * metrics of sb.met.
   */
  operationsPerSecond?: { exact: number | null; published: number | null }
  /** Logical CPUs that this output states. */
  cpus?: number | null
}

/** One run in the making: everything that files say of it, as far as it is read. */
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
  /** Remarks for readers of the run. */
  notes: string[]
  /** Problems of its files that are worth telling once the run itself is known. */
  problems: Problem[]
  /** Where the server is named in a way that was not understood. */
  unknown: { location: SourceLocation; message: string } | null
}

/** A run draft of which only the benchmark and its data set are known. */
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
   * Facts that the file states besides its path: product, version, config, build, repeat, params of all its results.
   */
  fields?: Fields
  /**
   * Facts that separate this run from others of the same data set; by default all of `fields` and the server's
   * directory.
   */
  identity?: Fields
  clientVersion?: string | null
  startedAt?: string | null
  /** Metrics of its results that Assay does not know. */
  metrics?: readonly Metric[]
  /** Remarks for readers of the run; each is stored with the test that it is about. */
  notes?: readonly string[]
  results: readonly DraftResult[]
}

/** The runs of an import; files of the same run meet here. */
export class RunDrafts {
  readonly #drafts = new Map<string, RunDraft>()

  /** Adds what a file says; what the path says is known already and need not be repeated. */
  add(file: SourceFile, fragment: Fragment): RunDraft {
    const { directory, named } = file
    const { benchmark } = fragment
    const { dataset, datasetName } = directory
    const fields: Fields = { ...directory.fields, ...named?.fields, ...fragment.fields }
    const identity = fragment.identity ?? fragment.fields ?? {}
    const key = canonicalJson([benchmark, dataset, { ...directory.server?.fields, ...identity }])
    const draft = this.#drafts.get(key) ?? newRunDraft({ benchmark, dataset, datasetName })
    this.#drafts.set(key, draft)
    const [first] = fragment.results
    const about = first === undefined ? '' : `${first.test.name}, clients ${first.clients}: `
    draft.notes.push(...(fragment.notes ?? []).map((note) => about + note))
    const own = differingParams(fields, draft.fields)
    draft.fields = { ...fields, ...draft.fields }
    draft.origins = { ...originsOfFile(file, fragment.fields ?? {}), ...draft.origins }
    draft.clientVersion ??= fragment.clientVersion ?? null
    draft.startedAt ??= fragment.startedAt ?? null
    if (fragment.metrics?.some((metric) => !draft.metrics.includes(metric)))
      draft.metrics = [...draft.metrics, ...fragment.metrics]
    draft.results.push(...fragment.results.map((result) => ({ ...result, params: { ...own, ...result.params } })))
    draft.paths.add(file.path)
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

/** Parameters that this file states otherwise than the first file of the run: ext4 there, xfs here. They are its results' own. */
function differingParams(fields: Fields, known: Fields): NamedResult['params'] {
  const differing = Object.entries(fields).filter(
    ([field, text]) => known[field] !== undefined && known[field] !== text,
  )
  return paramsOf(Object.fromEntries(differing))
}

/**
 * Merges results of the same test, clients and parameters. Two different values of one metric refuse the run, unless one
 * is the other as an author rounded it; then the first is used.
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
