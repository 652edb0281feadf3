import { findKnownMetric } from '../metric.ts'
import type { UploadDocument, UploadSamples } from '../upload-document.ts'
import { coordinatedOmission } from './coordinated-omission.ts'
import { steal } from './cpu-steal.ts'
import { declaredWarmup } from './declared-warmup.ts'
import { countsTwice, devicesOf, STORAGE_METRICS } from './devices.ts'
import { formatCount, formatNumber, formatSeconds } from './flag-numbers.ts'
import type { JudgedResult } from './judged-result.ts'
import { missedTarget } from './missed-target.ts'
import { tooManyConnections } from './oversubscribed.ts'
import { averagesSinceBoot } from './since-boot.ts'
import { type SteadyState, steadyState } from './steady-state.ts'
import type { ValidityFlag } from './validity-flag.ts'

/**
 * Version of the rules. It increases when a rule changes; results with an older version are judged again
 * (docs/validity.md).
 */
export const VALIDITY_VERSION = 3

const MIN_SECONDS = 30

/** The validity flags of every result of a document, in the order of its results. Needs nothing but the document. */
export function documentFlags(document: UploadDocument): ValidityFlag[][] {
  const tests = new Map((document.tests ?? []).map((test) => [test.name, test]))
  const positions = new Map(document.metricNames.map((name, index) => [name, index]))
  return document.results.map((result) =>
    resultFlags({
      benchmark: document.benchmark.name,
      test: tests.get(result.test) ?? { name: result.test },
      clients: result.clients,
      cores: document.hardware.cores ?? null,
      value: (metric) => result.values[positions.get(metric) ?? -1],
      samples: result.samples ?? [],
      command: result.command ?? null,
      failure: result.status === 'failed' ? (result.statusReason ?? 'no reason is stated') : null,
      devices: devicesOf(result.params?.device ?? document.workload.params?.device),
    }),
  )
}

/** All validity flags of a result; empty for a valid result, or when nothing is known. */
export function resultFlags(result: JudgedResult): ValidityFlag[] {
  if (result.failure !== null) return [{ code: 'failed', text: `Failed: ${result.failure}` }]
  return [
    ...failedChecks(result),
    ...missedTarget(result),
    ...ignoredErrors(result),
    ...reconnected(result),
    ...notSteady(result),
    ...tooShort(result),
    ...tooManyConnections(result),
    ...steal(result),
    ...countedTwice(result),
    ...averagesSinceBoot(result),
    ...coordinatedOmission(result),
  ]
}

function failedChecks({ value }: JudgedResult): ValidityFlag[] {
  const kinds = [
    [value('failed_checks'), 'consistency check'],
    [value('failed_users'), 'virtual user'],
  ] as const
  return kinds.flatMap(([failed, what]): ValidityFlag[] =>
    failed == null || failed <= 0 ? [] : [{ code: 'check-failed', text: `${formatCount(failed, what)} failed.` }],
  )
}

function ignoredErrors({ value }: JudgedResult): ValidityFlag[] {
  const errors = value('ignored_errors') ?? 0
  return errors > 0 ? [{ code: 'ignored-errors', text: `The client ignored ${formatCount(errors, 'error')}.` }] : []
}

function reconnected({ value }: JudgedResult): ValidityFlag[] {
  const reconnects = value('reconnects') ?? 0
  return reconnects > 0
    ? [{ code: 'reconnected', text: `The client reconnected ${formatCount(reconnects, 'time')}.` }]
    : []
}

function notSteady({ test, samples, command, value }: JudgedResult): ValidityFlag[] {
  if (!isMeasured(test)) return []
  const series = throughputOf(samples, test.primaryMetric)
  if (series === undefined) return []
  const warmup = declaredWarmup(command)
  const found = steadyState({ ...series, startSeconds: series.startSeconds ?? 0 }, warmup)
  const text = describeState(found, series.metric)
  return text === null || value(series.metric) === undefined ? [] : [{ code: 'not-steady', text }]
}

/** The samples of the primary metric of the test, else those of the first metric for which higher is better. */
function throughputOf(
  samples: readonly UploadSamples[],
  primary: string | null | undefined,
): UploadSamples | undefined {
  const isThroughput = ({ metric }: UploadSamples) => findKnownMetric(metric)?.better === 'higher'
  return samples.find(({ metric }) => metric === primary) ?? samples.find(isThroughput)
}

function describeState(state: SteadyState, metric: string): string | null {
  switch (state.kind) {
    case 'unknown':
    case 'steady':
      return null
    case 'trend': {
      const percent = Math.round(Math.abs(state.drift) * 100)
      return `Not steady: ${metric} ${state.drift < 0 ? 'falls' : 'rises'} by ${percent}% over ${formatSeconds(state.seconds)}.`
    }
    case 'level-change': {
      const change = `Not steady: ${metric} ${formatNumber(state.before)} before and ${formatNumber(state.after)} after second ${formatNumber(state.lastChange)}`
      return state.from === null
        ? `${change} of ${formatNumber(state.seconds)}, too late to call the rest steady.`
        : `${change}; steady from there on.`
    }
  }
}

function tooShort({ test, samples, value }: JudgedResult): ValidityFlag[] {
  if (!isMeasured(test)) return []
  const spans = samples.map(({ intervalSeconds, values }) => intervalSeconds * values.length)
  const measured = value('elapsed_s') ?? (spans.length > 0 ? Math.max(...spans) : null)
  if (measured === null || measured >= MIN_SECONDS) return []
  return [
    { code: 'too-short', text: `Measured for ${formatSeconds(measured < 1 ? measured : Math.floor(measured))} only.` },
  ]
}

function countedTwice({ devices }: JudgedResult): ValidityFlag[] {
  if (!countsTwice(devices)) return []
  const text = `Traffic of ${devices.join(', ')} was added up, which counts software RAID twice.`
  return [{ code: 'double-counted', text, metrics: STORAGE_METRICS }]
}

const isMeasured = ({ role }: JudgedResult['test']) => (role ?? 'measured') === 'measured'
