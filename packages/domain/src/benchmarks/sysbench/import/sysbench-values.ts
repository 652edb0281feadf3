import { type Companions, joinCompanions, NO_COMPANIONS } from '../../../companion-files/companion-content.ts'
import type { ProfileOfResult } from '../../../companion-files/perf/perf-values.ts'
import { HOW_TO_SEPARATE } from '../../../import/run-draft.ts'
import { LOAD_PHASE, stepTest } from '../../../import/step-name.ts'
import { unreadProgress } from '../../../import/unread-progress.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { SourceLocation } from '../../../parse/source-location.ts'
import { isSameRounded } from '../../../run/equal-after-rounding.ts'
import { AS_PUBLISHED_PREFIX } from '../../../run/metric.ts'
import type { UploadHistogram, UploadSamples } from '../../../run/upload-document.ts'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { shownQps, sysbenchMetricValues, sysbenchSamples } from '../parse/sysbench-metric-values.ts'
import type { SysbenchOutput } from '../parse/sysbench-output.ts'
import type { StepFragment } from './sysbench-fragments.ts'
import type { SysbenchStep } from './sysbench-steps.ts'

export type StepValues = {
  values: Record<string, number>
  samples: UploadSamples[]
  histograms: UploadHistogram[]
  command: string | null
  profiles: readonly ProfileOfResult[]
  companions: Companions
  operationsPerSecond: Throughput
  /** Number of logical CPUs that the output states. */
  cpus: number | null
  /** The reason why the test failed; null for a test that finished. */
  failure: string | null
  /** Notes that are shown with the run. */
  notes: readonly string[]
  problems: Problem[]
}

/** The scan test. Its unit is rows, which the archive counted in three ways over the years. */
const SCAN = /^(?:oltp_)?scan$/

/**
 * The values of one step. Raw output overrides tables. A table that contradicts the raw value or another table is a
 * problem that names both files.
 */
export function stepValues(step: SysbenchStep, server: string | null): StepValues {
  const problems: Problem[] = []
  const testName = stepTest(step.step)
  const [raw, ...again] = ofKind(step, 'output')
  for (const { location, content } of again) {
    problems.push(whyAgain({ location, content }, raw, { name: nameOf(step, server), testName }))
  }
  const output = raw?.content.output ?? null
  const rawValues = output === null ? {} : sysbenchMetricValues(output, testName)
  const rawQps = output === null ? null : shownQps(output, testName)

  const published = collectPublished(step)
  problems.push(...disagreements(published, { step, server, raw: raw?.location ?? null, rawQps }))
  const firsts = Object.fromEntries([...published].map(([metric, [first]]) => [metric, first.value]))
  const shown = firsts[mainMetricOf(step)] ?? null
  const values = {
    ...Object.assign({}, ...ofKind(step, 'values').map(({ content }) => content.values)),
    ...firsts,
    ...rawValues,
    ...(rawQps !== null && shown !== null && isScan(step) && shown !== roundHalfEven(rawQps)
      ? { [`${AS_PUBLISHED_PREFIX}qps`]: shown }
      : {}),
  }
  const profiles = ofKind(step, 'profiles').flatMap(({ content }) => content.profiles)
  const [failed] = ofKind(step, 'failure')
  if (failed !== undefined && raw !== undefined) {
    const where = `though ${raw.location.path} has a result of it, which is stored`
    problems.push(complain(failed.location, `${nameOf(step, server)} failed here (${failed.content.reason}), ${where}`))
  }
  return {
    values,
    samples: output === null ? [] : sysbenchSamples(output, testName),
    histograms: output === null || output.histogram === null ? [] : [output.histogram],
    companions: companionsOf(step),
    operationsPerSecond: throughputOf(step, { output, rawQps, shown }),
    cpus: output?.cpus ?? null,
    command: output?.command ?? failed?.content.command ?? null,
    profiles,
    failure: output === null ? (failed?.content.reason ?? null) : null,
    notes: output === null ? [] : unreadNotes(output),
    problems,
  }
}

type OutputFragment = Pick<FragmentOf<'output'>, 'location' | 'content'>

/**
 * The problem of a second output for one result. A copy of the first is left out; a different output refuses the run,
 * because the right one is unknown.
 */
function whyAgain(
  { location, content }: OutputFragment,
  first: OutputFragment | undefined,
  { name, testName }: { name: string; testName: string },
): Problem {
  const [values, before] = [content, first?.content].map((one) =>
    one === undefined ? null : canonicalJson(sysbenchMetricValues(one.output, testName)),
  )
  const second = `is a second output of ${name}; the first is ${first?.location.path}`
  if (values === before) return complain(location, `${second}. The copy is left out`)
  return { ...complain(location, `${second}, with other values. ${HOW_TO_SEPARATE}`), refusesRun: true }
}

function unreadNotes({ intervals, unreadIntervals }: SysbenchOutput): string[] {
  return unreadProgress({ unread: unreadIntervals, read: intervals?.seconds.length ?? 0 })
}

const mainMetricOf = ({ step }: SysbenchStep): string => (step.phase === LOAD_PHASE ? 'rows/s' : 'qps')

const isScan = ({ step }: SysbenchStep): boolean => SCAN.test(step.base)

type Published = { location: SourceLocation; value: number }
type AtLeastOne<T> = [T, ...T[]]

/** Published values by metric name, those of step files before those of tables. */
function collectPublished(step: SysbenchStep): Map<string, AtLeastOne<Published>> {
  const found = new Map<string, AtLeastOne<Published>>()
  const add = (location: SourceLocation, metric: string, value: number) => {
    const before = found.get(metric)
    if (before === undefined) found.set(metric, [{ location, value }])
    else before.push({ location, value })
  }
  for (const { location, content } of ofKind(step, 'step-metrics')) {
    const { operationsPerSecond, values } = content.metrics
    if (operationsPerSecond !== null) {
      add(location, mainMetricOf(step), isScan(step) ? thousandsOfRows(operationsPerSecond) : operationsPerSecond)
    }
    for (const [metric, value] of Object.entries(values)) add(location, metric, value)
  }
  for (const { location, content } of ofKind(step, 'published')) {
    for (const [metric, value] of Object.entries(content.values)) {
      add(location, metric, metric === 'qps' && isScan(step) ? thousandsOfRows(value) : value)
    }
  }
  return found
}

/**
 * A published scan rate in thousands of rows per second. Tables of 2020 to 2024 print millions with three decimals, and
 * o.met of 2020 prints rows; the unit is inferred, because no server scans a billion rows per second.
 */
function thousandsOfRows(value: number): number {
  if (!Number.isInteger(value) && value < 1_000) return Number((value * 1_000).toPrecision(12))
  return value >= 1_000_000 ? value / 1_000 : value
}

type Compared = { step: SysbenchStep; server: string | null; raw: SourceLocation | null; rawQps: number | null }

/** Problems for QPS that differ from the rounded QPS of the raw output, and for tables that contradict each other. */
function disagreements(
  published: Map<string, AtLeastOne<Published>>,
  { step, server, raw, rawQps }: Compared,
): Problem[] {
  const problems: Problem[] = []
  for (const [metric, [first, ...others]] of published) {
    if (raw !== null && rawQps !== null && metric === 'qps') {
      if (isScan(step)) continue
      for (const { location, value } of [first, ...others]) {
        // Tables print whole numbers, and sb.met prints the exact rate.
        if (value === roundHalfEven(rawQps) || isSameRounded(value, rawQps)) continue
        problems.push(
          complain(location, `QPS of ${nameOf(step, server)} is ${value} here, but ${rawQps} in ${raw.path}`),
        )
      }
      continue
    }
    for (const { location, value } of others) {
      if (isSame(step, first.value, value)) continue
      const where = `${first.location.path}${first.location.line === undefined ? '' : `:${first.location.line}`}`
      problems.push(
        complain(location, `${metric} of ${nameOf(step, server)} is ${value} here, but ${first.value} in ${where}`),
      )
    }
  }
  return problems
}

/**
 * True for equal values. A scan in millions of rows has three decimals, so values within 1 thousand rows per second are
 * equal.
 */
const isSame = (step: SysbenchStep, a: number, b: number): boolean =>
  isSameRounded(a, b) || (isScan(step) && Math.abs(a - b) < 1)

type Throughput = { exact: number | null; published: number | null }

/**
 * Operations per second to divide by. Published figures of a scan count the rows of one client or of all clients; where
 * they state which, the same divisor is used, so that the values are comparable.
 */
function throughputOf(
  step: SysbenchStep,
  { output, rawQps, shown }: { output: SysbenchOutput | null; rawQps: number | null; shown: number | null },
): Throughput {
  if (output === null || rawQps === null) return { exact: shown, published: shown }
  if (!isScan(step)) return { exact: rawQps, published: rawQps }
  const ofAll = rawQps * (output.threads ?? step.clients)
  const isPerClient = shown !== null && Math.abs(shown / rawQps - 1) < Math.abs(shown / ofAll - 1)
  return { exact: isPerClient ? rawQps : ofAll, published: shown ?? rawQps }
}

function companionsOf(step: SysbenchStep): Companions {
  const perf = ofKind(step, 'perf').map(({ content }) => ({ ...NO_COMPANIONS, perf: content.perf }))
  const [vmstat] = ofKind(step, 'vmstat')
  const [iostat] = ofKind(step, 'iostat')
  const samplers = { vmstat: vmstat?.content.vmstat ?? null, iostat: iostat?.content.iostat ?? null }
  return perf.reduce(joinCompanions, { ...NO_COMPANIONS, ...samplers })
}

type Content = StepFragment['content']
type FragmentOf<Kind extends Content['kind']> = StepFragment & { content: Extract<Content, { kind: Kind }> }

function ofKind<Kind extends Content['kind']>({ fragments }: SysbenchStep, kind: Kind): FragmentOf<Kind>[] {
  return fragments.filter((fragment): fragment is FragmentOf<Kind> => fragment.content.kind === kind)
}

const nameOf = ({ test, clients }: SysbenchStep, server: string | null): string =>
  `${test} of ${server ?? 'the run'} at ${clients === 1 ? '1 client' : `${clients} clients`}`

function complain({ path, line }: SourceLocation, message: string): Problem {
  return line === undefined ? { file: path, message } : { file: path, line, message }
}
