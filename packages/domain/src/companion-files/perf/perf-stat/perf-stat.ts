/** One counter of perf stat. */
export type PerfCounter = {
  /** Event in perf's spelling, with its modifier: `cycles:u`. */
  event: string
  /** Null when the event was not supported or not counted. */
  value: number | null
  /** Unit such as `msec`, `Joules` or `ns`; empty for plain counts. */
  unit: string
  /**
   * Percentage of the time in which the event was counted; below 100 perf scaled the value up. Null means all of it.
   */
  runningPercent: number | null
}

/** The output of one perf stat, from `started on` to `time elapsed`. */
export type PerfStatRun = {
  line: number
  /** Start time as printed, without a time zone. */
  startedOn: string | null
  /** Seconds of wall time; null when not printed, and then there are no rates. */
  seconds: number | null
  /** False when the text ends before perf did; its last counter may be truncated. */
  isComplete: boolean
  counters: PerfCounter[]
}

/** The content of one file. perf stat may be run repeatedly, each time with other events. */
export type PerfStat = { runs: PerfStatRun[] }

const PMU_EVENT = /^([a-z][\w-]*)\/([A-Za-z][\w.-]*)\/([a-zA-Z]*)$/
const NAMED_EVENT = /^(.+?)(?::([a-zA-Z]+))?$/

/**
 * Splits the name of an event. `pmu` is the part of a hybrid CPU that is counted separately (`cpu_core`); `mode` is `u`
 * or `k` when only user or kernel code was counted. Precision modifiers (`:ppp`) do not change what is counted.
 */
export function splitEventName(event: string): { pmu: string; name: string; mode: string } {
  const [, pmu = '', inner, after] = PMU_EVENT.exec(event) ?? []
  const [, name = event, modifiers = ''] = inner === undefined ? (NAMED_EVENT.exec(event) ?? []) : ['', inner, after]
  const mode = modifiers.replace(/[^ukhHG]/g, '')
  return { pmu, name, mode: mode === 'uk' || mode === 'ku' ? '' : mode }
}
