import { isSampled } from '../../run/cpu-profile/stack-profile.ts'
import type { UploadProfile } from '../../run/upload-document.ts'
import { mean } from '../../stats/mean.ts'
import type { PerfStat } from './perf-stat/perf-stat.ts'
import { perfRates } from './perf-stat/perf-stat-rates.ts'
import type { PerfStatTable } from './perf-stat/perf-stat-table.ts'

/** Counters of perf for one test: output of perf, and tables that scripts made of such output. */
export type PerfCounts = { stats: readonly PerfStat[]; tables: readonly PerfStatTable[] }

/** A profile of one result as in its document, without the fields that identify the result. */
export type ProfileOfResult = Omit<UploadProfile, 'test' | 'clients' | 'params'>

/**
 * Counters per second and per operation with the ratios that explain them, averaged over all samples. Tables do not
 * state the duration, so they give ratios only, and only when perf's own output is missing.
 */
export function perfValues({ stats, tables }: PerfCounts, operationsPerSecond: number | null): Record<string, number> {
  const values: Record<string, number> = {}
  const { perSecond, ratios } = perfRates(stats)
  for (const [event, rate] of perSecond) {
    values[`${event}/s`] = rate
    if (operationsPerSecond !== null && operationsPerSecond > 0) values[`${event}/o`] = rate / operationsPerSecond
  }
  for (const [name, ratio] of ratios.size > 0 ? ratios : ratiosOf(tables)) values[name] = ratio
  return values
}

function ratiosOf(tables: readonly PerfStatTable[]): Map<string, number> {
  const found = new Map<string, number[]>()
  for (const [name, value] of tables.flatMap(({ values }) => [...values])) {
    if (value !== null && /^(ipc|GHz|.*%)$/.test(name)) found.set(name, [...(found.get(name) ?? []), value])
  }
  const means = [...found].flatMap(([name, values]) => {
    const average = mean(values)
    return average === null ? [] : [[name, average] as const]
  })
  return new Map(means)
}

/** Number of samples in the profiles of one result. A result needs a value, and some results have only a profile. */
export function profileValues(profiles: readonly ProfileOfResult[]): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { unit, total, functions } of profiles.filter(isSampled)) {
    if (unit === 'samples') values.profile_samples = (values.profile_samples ?? 0) + total
    if (unit === 'events') values.profile_events = (values.profile_events ?? 0) + total
    values.profile_functions = Math.max(values.profile_functions ?? 0, functions)
  }
  return values
}
