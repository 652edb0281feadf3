import type { NamedResult } from '../import/build-document.ts'
import type { Recorded } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import type { Problem } from '../parse/problem.ts'
import { findKnownMetric } from '../run/metric.ts'
import type { UploadSamples } from '../run/upload-document.ts'
import type { Companions } from './companion-content.ts'
import { companionSamples, sampleTimes } from './companion-samples.ts'
import { counterValues } from './counters/counter-values.ts'
import { chooseDevice } from './iostat/choose-device.ts'
import { measuredWindow } from './measured-window.ts'
import { asPublishedMetrics, normalizedMetrics } from './normalized-metrics.ts'
import { perfValues } from './perf/perf-values.ts'

type Machine = { device: string | null; cpus: number | null; recorded: Recorded | null }

/**
 * Adds averages, values per operation and samples of companion files to the results of one run. Values that a benchmark
 * itself printed win over those of the same name.
 *
 * @param device the device that holds the database, as the profile names it.
 * @returns a problem when iostat lists several devices and the device of the database is unknown.
 */
export function withCompanionValues(
  results: readonly DraftResult[],
  { device, recorded, sourceName }: { device: string | undefined; recorded: Recorded | null; sourceName: string },
): { results: DraftResult[]; notes: string[]; problems: Problem[] } {
  const reports = results.flatMap(({ companions }) => companions?.iostat ?? [])
  const chosen = reports.length === 0 ? null : chooseDevice(reports, device)
  // iostat also counts CPUs that are switched off (96 on 48 cores), so a number in the output comes first.
  const stated = results.find(({ cpus }) => cpus != null)?.cpus ?? recorded?.cpus
  const cpus = stated ?? reports.find((report) => report.cpus !== null)?.cpus ?? null
  const notes: string[] = []
  const problems: Problem[] = []
  const measured = results.map((result) => {
    if (result.companions === undefined) return result
    const found = companionValues(result, result.companions, { device: chosen?.device ?? null, cpus, recorded })
    problems.push(...found.problems)
    notes.push(...found.notes.map((note) => `${result.test.name}, clients ${result.clients}: ${note}`))
    const known = new Set((result.samples ?? []).map(({ metric }) => metric))
    return {
      ...result,
      values: { ...found.values, ...result.values },
      samples: [...(result.samples ?? []), ...found.samples.filter(({ metric }) => !known.has(metric))],
    }
  })
  if (reports.length === 0 || chosen !== null) return { results: measured, notes, problems }
  const devices = [...new Set(reports.flatMap((report) => Object.keys(report.devices)))].join(', ')
  const message = `which device holds the database is not clear: iostat lists ${devices}; name it as \`device\` in the profile`
  return { results: measured, notes, problems: [...problems, { file: sourceName, message }] }
}

/** Metrics and samples of one test. When sampling lasted until the end, only the measured window counts. */
function companionValues(
  result: DraftResult,
  { vmstat, iostat, perf, counters }: Companions,
  { device, cpus, recorded }: Machine,
): { values: Record<string, number>; samples: UploadSamples[]; notes: string[]; problems: Problem[] } {
  const times = { sampleSeconds: recorded?.sampleSeconds, elapsedSeconds: result.values.elapsed_s }
  const window = measuredWindow({ vmstat, iostat }, times)
  const { exact, published } = result.operationsPerSecond ?? { exact: throughputOf(result), published: undefined }
  const machine = { ...window, device, cpus: result.cpus ?? cpus }
  const isPublished = published !== undefined && recorded === null
  const elapsedSeconds = result.values.elapsed_s
  const load = { operationsPerSecond: exact, elapsedSeconds, clients: result.clients, operations: result.operations }
  const counted = counterValues(counters, load)
  const unread = (window.vmstat?.gaps.length ?? 0) + (window.iostat?.unreadLines ?? 0)
  return {
    values: {
      ...normalizedMetrics({ ...machine, operationsPerSecond: exact }),
      ...(isPublished ? asPublishedMetrics({ ...machine, operationsPerSecond: published }) : {}),
      ...perfValues(perf, exact),
      ...counted.values,
    },
    samples: companionSamples({ ...window, device }, (count) => sampleTimes(count, times)),
    problems: counted.problems,
    notes: unread === 0 ? [] : [`Unreadable lines of vmstat and iostat: ${unread}; each is a gap.`],
  }
}

/** Operations per second of a result: its primary metric, if that is a rate; otherwise null. */
function throughputOf({ test, values }: Pick<NamedResult, 'test' | 'values'>): number | null {
  const { primaryMetric } = test
  if (primaryMetric === undefined) return null
  const isRate = (findKnownMetric(primaryMetric)?.unit ?? primaryMetric).endsWith('/s')
  return isRate ? (values[primaryMetric] ?? null) : null
}
