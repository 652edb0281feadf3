/** One line of perf stat: what was counted. */
export type PerfCounter = {
  /** As perf spells it, with its modifier: `cycles:u`. */
  event: string
  /** Null when the event was not supported or not counted: missing, never 0. */
  value: number | null
  /** Empty for plain counts; `msec`, `Joules`, `ns`. */
  unit: string
  /** Share of the time in which the event was counted, percent; below 100 perf scaled the value up. Null: all of it. */
  runningPercent: number | null
}

/** One perf stat, from `started on` to `time elapsed`. */
export type PerfStatRun = {
  line: number
  /** As printed; perf does not say the time zone. */
  startedOn: string | null
  /** Seconds of wall time; null where perf does not say, and then no rate is known. */
  seconds: number | null
  /** False when the text ends before perf did: even the last counter may be cut. */
  isComplete: boolean
  counters: PerfCounter[]
}

/** The text of one file: perf stat may be run again and again, each with other events. */
export type PerfStat = { runs: PerfStatRun[] }

const PMU_EVENT = /^([a-z][\w-]*)\/([A-Za-z][\w.-]*)\/([a-zA-Z]*)$/
const NAMED_EVENT = /^(.+?)(?::([a-zA-Z]+))?$/

/**
 * The parts of an event's name. `pmu` is the part of the machine that a hybrid CPU counts apart (`cpu_core`); `mode`
 * is `u` or `k` when only user or kernel were counted. Modifiers for precision (`:ppp`) change nothing that is counted.
 */
export function splitEventName(event: string): { pmu: string; name: string; mode: string } {
  const [, pmu = '', inner, after] = PMU_EVENT.exec(event) ?? []
  const [, name = event, modifiers = ''] = inner === undefined ? (NAMED_EVENT.exec(event) ?? []) : ['', inner, after]
  const mode = modifiers.replace(/[^ukhHG]/g, '')
  return { pmu, name, mode: mode === 'uk' || mode === 'ku' ? '' : mode }
}
