import type { DraftResult } from '../import/run-draft.ts'
import { ok, type Result } from '../result.ts'
import { asCompanions, type CompanionContent, joinCompanions } from './companion-content.ts'
import { addResponseTimes } from './histograms/add-response-times.ts'
import { coversTest, meansOf, type SampledSeries } from './series/sampled-series.ts'

/**
 * Adds the content of a companion file to a result. Values that the benchmark itself printed win. The error says what is
 * wrong with the file.
 */
export function addContent(result: DraftResult, content: CompanionContent): Result<DraftResult, string> {
  return content.kind === 'response-times' ? addResponseTimes(result, content.times) : ok(withContent(result, content))
}

function withContent(result: DraftResult, content: CompanionContent): DraftResult {
  if (content.kind === 'values') return { ...result, values: { ...content.values, ...result.values } }
  if (content.kind === 'profiles') return { ...result, profiles: [...(result.profiles ?? []), ...content.profiles] }
  const joined = { ...result, companions: joinCompanions(result.companions, asCompanions(content)) }
  return content.kind === 'machine-samples' ? withSeries(joined, content.samples.series) : joined
}

/** Adds the means of series, and their samples where these cover the test. */
function withSeries(result: DraftResult, series: readonly SampledSeries[]): DraftResult {
  const known = new Set((result.samples ?? []).map(({ metric }) => metric))
  const drawn = series.filter((one) => !known.has(one.metric) && coversTest(one, result.values.elapsed_s))
  return {
    ...result,
    values: { ...meansOf(series), ...result.values },
    samples: [
      ...(result.samples ?? []),
      ...drawn.map(({ metric, values, intervalSeconds }) => ({
        metric,
        intervalSeconds,
        startSeconds: intervalSeconds,
        values: [...values],
      })),
    ],
  }
}
