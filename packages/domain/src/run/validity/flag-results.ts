import { BACKGROUND_RATE } from '../../benchmarks/iibench/iibench-metrics.ts'
import { findKnownMetric } from '../metric.ts'
import type { UploadDocument, UploadSamples, UploadTest } from '../upload-document.ts'
import { connectionsOf } from './connections.ts'
import { coordinatedOmission } from './coordinated-omission.ts'
import { declaredWarmup } from './declared-warmup.ts'
import { countsTwice, devicesOf, STORAGE_METRICS } from './devices.ts'
import { averagesSinceBoot } from './since-boot.ts'
import { type SteadyState, steadyState } from './steady-state.ts'
import type { ValidityFlag } from './validity-flag.ts'

/**
 * Version of the rules. It increases when a rule changes; results with an older version are judged again
 * (docs/validity.md).
 */
export const VALIDITY_VERSION = 3

/** A background rate of at least this share of its target meets it. */
export const TARGET_MET = 0.95
/** Percent of all CPUs that a hypervisor may take. */
const STEAL_LIMIT_PERCENT = 1
const SHORTEST_SECONDS = 30

/** Metrics of the background rate of a step; the first one that a result has is used. */
const BACKGROUND_RATES = [BACKGROUND_RATE, 'inserts/s', 'ips'] as const

/** Facts about a test from an upload or the database. */
type JudgedTest = { name: string } & {
  [Key in 'role' | 'primaryMetric' | 'connectionsPerClient' | 'targetRate']?: UploadTest[Key] | null
}

/** Facts that decide the validity flags of a result. */
export type JudgedResult = {
  benchmark: string
  test: JudgedTest
  clients: number
  /** Null when it is not stated. */
  cores: number | null
  /** Undefined or null where the result has no such value. */
  value: (metric: string) => number | null | undefined
  samples: readonly UploadSamples[]
  command: string | null
  /** The failure that the tool reports; null for a test that finished. */
  failure: string | null
  /** Devices whose traffic the storage metrics include. */
  devices: readonly string[]
}

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
    failed == null || failed <= 0 ? [] : [{ code: 'check-failed', text: `${counted(failed, what)} failed.` }],
  )
}

function missedTarget({ test, clients, value }: JudgedResult): ValidityFlag[] {
  if (test.targetRate == null) return []
  const rate = BACKGROUND_RATES.map(value).find((found) => found != null)
  const target = test.targetRate * clients
  if (rate == null || rate >= TARGET_MET * target) return []
  const share = Math.floor((100 * rate) / target)
  return [{ code: 'missed-target', text: `Background rate ${number(rate)}/s of ${number(target)}/s (${share}%).` }]
}

function ignoredErrors({ value }: JudgedResult): ValidityFlag[] {
  const errors = value('ignored_errors') ?? 0
  return errors > 0 ? [{ code: 'ignored-errors', text: `The client ignored ${counted(errors, 'error')}.` }] : []
}

function reconnected({ value }: JudgedResult): ValidityFlag[] {
  const reconnects = value('reconnects') ?? 0
  return reconnects > 0 ? [{ code: 'reconnected', text: `The client reconnected ${counted(reconnects, 'time')}.` }] : []
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
      return `Not steady: ${metric} ${state.drift < 0 ? 'falls' : 'rises'} by ${percent}% over ${seconds(state.seconds)}.`
    }
    case 'level-change': {
      const change = `Not steady: ${metric} ${number(state.before)} before and ${number(state.after)} after second ${number(state.lastChange)}`
      return state.from === null
        ? `${change} of ${number(state.seconds)}, too late to call the rest steady.`
        : `${change}; steady from there on.`
    }
  }
}

function tooShort({ test, samples, value }: JudgedResult): ValidityFlag[] {
  if (!isMeasured(test)) return []
  const spans = samples.map(({ intervalSeconds, values }) => intervalSeconds * values.length)
  const measured = value('elapsed_s') ?? (spans.length > 0 ? Math.max(...spans) : null)
  if (measured === null || measured >= SHORTEST_SECONDS) return []
  return [{ code: 'too-short', text: `Measured for ${seconds(measured < 1 ? measured : Math.floor(measured))} only.` }]
}

function tooManyConnections({ benchmark, test, clients, cores }: JudgedResult): ValidityFlag[] {
  if (cores === null) return []
  const each = connectionsOf(benchmark, test)
  const connections = clients * each
  if (connections < cores) return []
  const made = each === 1 ? '' : ` (${counted(clients, 'client')} with ${each} each)`
  const text = `${counted(connections, 'connection')}${made} on ${counted(cores, 'core')}`
  return connections > cores
    ? [{ code: 'oversubscribed', text: `${text}.` }]
    : [{ code: 'no-core-left', text: `${text} leave none for background work.` }]
}

function steal({ value }: JudgedResult): ValidityFlag[] {
  const percent = value('cpu_st') ?? 0
  if (percent <= STEAL_LIMIT_PERCENT) return []
  return [{ code: 'steal', text: `The hypervisor took ${percent.toFixed(1)}% of the CPU.` }]
}

function countedTwice({ devices }: JudgedResult): ValidityFlag[] {
  if (!countsTwice(devices)) return []
  const text = `Traffic of ${devices.join(', ')} was added up, which counts software RAID twice.`
  return [{ code: 'double-counted', text, metrics: STORAGE_METRICS }]
}

const isMeasured = ({ role }: JudgedResult['test']) => (role ?? 'measured') === 'measured'

/** Formats a number with thousands separators and three significant digits. */
function number(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

const seconds = (value: number) => `${number(value)} ${value === 1 ? 'second' : 'seconds'}`
const counted = (count: number, noun: string) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`
