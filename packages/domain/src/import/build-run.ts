import { withCompanionValues } from '../companion-files/companion-values.ts'
import { finishResponseTimes } from '../companion-files/histograms/finish-response-times.ts'
import { readSamplers } from '../companion-files/read-samplers.ts'
import type { Problem } from '../parse/problem.ts'
import type { UploadConfig, UploadDocument } from '../run/upload-document.ts'
import { buildDocument } from './build-document.ts'
import { type FactOrigins, originsOfFacts } from './facts/origins-of-facts.ts'
import { type RequiredFact, resolveFacts } from './facts/run-facts.ts'
import { type Fields, paramsOf } from './fields.ts'
import type { ImportContext } from './import-context.ts'
import { isPlausibleVersion } from './names/product-names.ts'
import { type ImportOverrides, namedOverrides, runFactsOf } from './overrides.ts'
import { mergeResults, type RunDraft } from './run-draft.ts'

/** The document of one run, or the reasons why there is none. */
export type BuiltRun = {
  document: UploadDocument | null
  /** The source of each dimension of the document. */
  origins: FactOrigins
  problems: Problem[]
  /** The reasons why single results are left out: their files contradict each other. */
  refusedResults: Problem[]
  /** Facts that nothing states. The import asks for them and returns no documents. */
  missing?: readonly RequiredFact[]
}

/**
 * Builds the document of one run after all of its files have been read. The runs of all benchmarks pass through here.
 */
export function buildRun(
  draft: RunDraft,
  context: Pick<ImportContext, 'profile' | 'overrides' | 'recorded' | 'corrected'>,
): BuiltRun {
  const { profile, recorded } = context
  const corrected = correctedFieldsOf(draft, context)
  const overrides = { ...runFactsOf(corrected), ...namedOverrides(context.overrides) }
  const { benchmark, datasetName, clientVersion, startedAt, metrics } = draft
  const fields = withoutImplausibleVersion(draft, overrides)
  const sourceName = draft.sourceName ?? [...draft.paths].sort()[0] ?? draft.dataset
  const resolved = resolveFacts(fields, { profile, benchmark, overrides, datasetName })
  const origins = originsOfFacts(draft, { ...context, corrected })
  if (resolved.facts === null)
    return { document: null, origins, refusedResults: [], ...lacking(resolved.missing, draft) }
  const { facts } = resolved
  const params = { ...paramsOf(fields), ...overrides.params }
  const sampled = readSamplers(draft)
  const finished = sampled.results.map(finishResponseTimes)
  const refusedResults = finished.flatMap((one) => one.problems)
  const merged = mergeResults(finished.flatMap(({ result, problems }) => (problems.length === 0 ? [result] : [])))
  const measured = withCompanionValues(merged.results, { device: fields.device, recorded, sourceName })
  const built = buildDocument({
    facts: { ...facts, config: withSettings(facts.config, draft.settings) },
    benchmark,
    clientVersion,
    startedAt,
    sourceName,
    metrics,
    notes: [...draft.notes, ...measured.notes],
    results: measured.results.map((result) => ({ ...result, params: { ...params, ...result.params } })),
  })
  const problems = [...draft.problems, ...sampled.problems, ...merged.problems, ...measured.problems]
  // The problems already explain why no result is left, so the message about the missing results is dropped.
  const isReported = problems.length + refusedResults.length > 0 && merged.results.length === 0
  return {
    document: built.document,
    origins,
    refusedResults,
    problems: isReported ? problems : [...problems, ...built.problems],
  }
}

/**
 * The fields of a run without a version that its names state and no release of its product has: 25.11.03 of MySQL is a
 * date. The import asks for the version instead.
 */
function withoutImplausibleVersion({ fields, origins }: RunDraft, overrides: ImportOverrides): Fields {
  const product = overrides.product ?? fields.product
  const isNamed = origins.version?.confidence !== undefined && origins.version.source !== 'output'
  if (!isNamed || product === undefined || fields.version === undefined) return fields
  const { version, ...others } = fields
  return isPlausibleVersion(product, version) ? fields : others
}

/** The corrected fields of a run: those of its first file that has any. */
function correctedFieldsOf({ paths }: RunDraft, { corrected }: Pick<ImportContext, 'corrected'>): Fields {
  const first = [...paths].sort().find((path) => corrected.has(path))
  return (first === undefined ? undefined : corrected.get(first)) ?? {}
}

/** Settings from the config rules of the profile override those of a settings file next to the results. */
function withSettings(config: UploadConfig, settings: RunDraft['settings']): UploadConfig {
  return settings === null ? config : { ...config, settings: { ...settings, ...config.settings } }
}

/**
 * The result for a run that lacks required facts. They are questions, unless the run's server has a name that the profile
 * does not decode: that is a problem at its location.
 */
function lacking(missing: readonly RequiredFact[], { unknown }: RunDraft): Pick<BuiltRun, 'problems' | 'missing'> {
  if (unknown === null || missing.every((fact) => fact === 'hardware')) return { problems: [], missing }
  const flags = missing.map((fact) => `--set ${fact}=NAME`).join(' ')
  const message = `${unknown.message}; pass ${flags}, or a profile that decodes the names (docs/import-profiles.md)`
  const { path, ...line } = unknown.location
  return { problems: [{ file: path, ...line, message }] }
}
