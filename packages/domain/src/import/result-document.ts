import { perfValues } from '../companion-files/perf/perf-values.ts'
import { buildDocument, type NamedResult } from './build-document.ts'
import { type BuiltRun, lacking } from './built-run.ts'
import { paramsOf } from './fields.ts'
import type { ImportOverrides } from './overrides.ts'
import type { ImportProfile } from './profile.ts'
import { mergeResults, type RunDraft } from './run-draft.ts'
import { resolveFacts } from './run-facts.ts'
import { throughputOf } from './throughput-of.ts'

/** Adds counters of perf, per operation when the number of operations is known; values printed by the benchmark win. */
function withCounters(result: NamedResult): NamedResult {
  const { perf, values } = result
  return perf === undefined ? result : { ...result, values: { ...perfValues(perf, throughputOf(result)), ...values } }
}

/** The document of one run whose files are all read. */
export function resultDocument(
  draft: RunDraft,
  { profile, overrides }: { profile: ImportProfile; overrides: ImportOverrides },
): BuiltRun {
  const { benchmark, fields, datasetName } = draft
  const sourceName = [...draft.paths].sort()[0] ?? draft.dataset
  const resolved = resolveFacts(fields, { profile, benchmark, overrides, datasetName })
  if (resolved.facts === null) return lacking(resolved.missing, { path: sourceName })
  const { facts } = resolved
  const merged = mergeResults(draft.results)
  const params = { ...paramsOf(fields), ...overrides.params }
  const built = buildDocument({
    facts: draft.settings === null ? facts : { ...facts, config: { settings: { ...draft.settings }, ...facts.config } },
    benchmark,
    clientVersion: draft.clientVersion,
    startedAt: draft.startedAt,
    sourceName,
    metrics: draft.metrics,
    notes: draft.notes,
    results: merged.results.map((result) => ({ ...withCounters(result), params: { ...params, ...result.params } })),
  })
  return { document: built.document, problems: [...merged.problems, ...built.problems] }
}
