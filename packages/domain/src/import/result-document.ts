import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import { buildDocument, type NamedResult } from './build-document.ts'
import { paramsOf } from './fields.ts'
import type { ImportOverrides } from './overrides.ts'
import { perfValues } from './perf-values.ts'
import type { ImportProfile } from './profile.ts'
import { mergeResults, type ResultDraft } from './result-drafts.ts'
import { resolveFacts } from './run-facts.ts'
import { throughputOf } from './throughput-of.ts'

/** What perf counted, per operation where the result says how many there were; what the benchmark printed wins. */
function withCounters(result: NamedResult): NamedResult {
  const { perf, values } = result
  return perf === undefined ? result : { ...result, values: { ...perfValues(perf, throughputOf(result)), ...values } }
}

/** The document of one run whose files are all read. */
export function resultDocument(
  draft: ResultDraft,
  { profile, overrides }: { profile: ImportProfile; overrides: ImportOverrides },
): { document: UploadDocument | null; problems: Problem[] } {
  const { benchmark, fields, datasetName } = draft
  const sourceName = [...draft.paths].sort()[0] ?? draft.dataset
  const resolved = resolveFacts(fields, { profile, benchmark, overrides, datasetName })
  if (resolved.facts === null) {
    const message = `${resolved.missing.join(' and ')} of these ${benchmark} results is not known: say it with --${resolved.missing[0]}`
    return { document: null, problems: [{ file: sourceName, message }] }
  }
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
