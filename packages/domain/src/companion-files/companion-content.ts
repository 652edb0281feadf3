import type { CounterSnapshot } from './counters/parse-counters.ts'
import type { ResponseTimes } from './histograms/response-time-content.ts'
import type { Iostat } from './iostat/iostat.ts'
import type { PerfCounts, ProfileOfResult } from './perf/perf-values.ts'
import type { MachineSamples } from './series/parse-sar.ts'
import type { Vmstat } from './vmstat/vmstat.ts'

/** The content of one companion file, for the test during which it was written. */
export type CompanionContent =
  | { kind: 'vmstat'; vmstat: Vmstat }
  | { kind: 'iostat'; iostat: Iostat }
  | { kind: 'perf'; perf: PerfCounts }
  | { kind: 'profiles'; profiles: readonly ProfileOfResult[] }
  /** The distribution of response times. */
  | { kind: 'response-times'; times: ResponseTimes }
  /** Counters of the database. */
  | { kind: 'counters'; snapshot: CounterSnapshot }
  /** Samples of the machine by other tools than vmstat. */
  | { kind: 'machine-samples'; samples: MachineSamples }
  /** Metrics by name: the CPU time of the client, the size of the database. */
  | { kind: 'values'; values: Readonly<Record<string, number>> }
  /** Settings of the server, for all tests of its runs. */
  | { kind: 'settings'; settings: Readonly<Record<string, string>> }

/** The reason for ignoring a companion file without a result next to it and without a test in its name. */
export const NO_STEP = 'no rule of the profile names the test that it belongs to'

/** The samplers and counters of one result. Values per operation are computed once the throughput is known. */
export type Companions = {
  vmstat: Vmstat | null
  iostat: Iostat | null
  perf: PerfCounts
  counters: readonly CounterSnapshot[]
}

export const NO_COMPANIONS: Companions = { vmstat: null, iostat: null, perf: { stats: [], tables: [] }, counters: [] }

/** Joins the companions of one result from two sources: the first of each sampler, and all perf counters. */
export function joinCompanions(a: Companions = NO_COMPANIONS, b: Companions = NO_COMPANIONS): Companions {
  return {
    vmstat: a.vmstat ?? b.vmstat,
    iostat: a.iostat ?? b.iostat,
    perf: { stats: [...a.perf.stats, ...b.perf.stats], tables: [...a.perf.tables, ...b.perf.tables] },
    counters: [...a.counters, ...b.counters],
  }
}

/** The content as companions of a result; empty for profiles, values and settings. */
export function asCompanions(content: CompanionContent): Companions {
  switch (content.kind) {
    case 'vmstat':
      return { ...NO_COMPANIONS, vmstat: content.vmstat }
    case 'machine-samples':
      return { ...NO_COMPANIONS, vmstat: content.samples.vmstat }
    case 'iostat':
      return { ...NO_COMPANIONS, iostat: content.iostat }
    case 'perf':
      return { ...NO_COMPANIONS, perf: content.perf }
    case 'counters':
      return { ...NO_COMPANIONS, counters: [content.snapshot] }
    default:
      return NO_COMPANIONS
  }
}
