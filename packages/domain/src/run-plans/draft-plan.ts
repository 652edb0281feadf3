import { plural } from '../plural.ts'
import { bisectRounds } from './bisect.ts'
import { cheapestFirst, halveGaps, interleave } from './order-runs.ts'
import type { MachineTime, NewRunPlan } from './run-plan.ts'

/** The runs of a plan in their order, and its machine time as it is shown before the start. */
export type PlanDraft = { title: string; values: string[]; time: MachineTime }

const TITLES: Record<NewRunPlan['kind'], (plan: NewRunPlan) => string> = {
  repeat: ({ values }) => `Repeat ${values.join(', ')}`,
  confirm: ({ values }) => `Confirm the change from ${values.join(' to ')}`,
  interleave: ({ values }) => `Compare ${values.join(' and ')} in turns`,
  backfill: ({ values, vary }) =>
    vary === 'version'
      ? `Measure ${plural(values.length, 'missing version')}`
      : `Measure ${plural(values.length, 'missing value')} of ${vary}`,
  bisect: ({ values }) => `Find the change between ${values[0]} and ${values.at(-1)}`,
}

/**
 * Decides the order of the first runs of a plan. A bisection begins with its ends; nextBisectStep decides the others.
 *
 * @param secondsOf mean duration of earlier runs of a value; null when there is none.
 */
export function draftPlan(plan: NewRunPlan, secondsOf: (value: string) => number | null): PlanDraft {
  const values = orderedRuns(plan, secondsOf)
  return { title: TITLES[plan.kind](plan).slice(0, 300), values, time: timeOf(plan, values, secondsOf) }
}

function orderedRuns({ kind, values, repeats }: NewRunPlan, secondsOf: (value: string) => number | null): string[] {
  const repeated = (all: readonly string[]) => all.flatMap((value) => Array.from({ length: repeats }, () => value))
  switch (kind) {
    case 'repeat':
      return repeated(
        cheapestFirst(values.map((value) => ({ value, runs: repeats, secondsPerRun: secondsOf(value) }))).map(
          ({ value }) => value,
        ),
      )
    case 'backfill':
      return repeated(halveGaps(values))
    case 'confirm':
    case 'interleave':
      return inTurns(values[0] ?? '', values[1] ?? '', repeats)
    case 'bisect':
      return inTurns(values[0] ?? '', values.at(-1) ?? '', repeats)
  }
}

const inTurns = (a: string, b: string, repeats: number) => interleave(repeats).map((side) => (side === 'a' ? a : b))

function timeOf(plan: NewRunPlan, runs: readonly string[], secondsOf: (value: string) => number | null): MachineTime {
  const known = runs.map(secondsOf)
  const time = {
    seconds: known.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0),
    unknownRuns: known.filter((seconds) => seconds === null).length,
  }
  if (plan.kind !== 'bisect') return time
  // The middle values are not known yet; each costs as much as a mean value of the range.
  const more = (bisectRounds(plan.values.length) - 2) * plan.repeats
  const all = plan.values.map(secondsOf).filter((seconds) => seconds !== null)
  if (all.length === 0) return { ...time, unknownRuns: time.unknownRuns + more }
  return { ...time, seconds: time.seconds + (more * all.reduce((sum, one) => sum + one, 0)) / all.length }
}

/** Machine time for people: "1.5 machine hours", "12 machine minutes and 3 runs of unknown duration". */
export function formatMachineTime({ seconds, unknownRuns }: MachineTime): string {
  const unknown = unknownRuns === 0 ? '' : `${plural(unknownRuns, 'run')} of unknown duration`
  if (seconds === 0) return unknown === '' ? 'no machine time' : unknown
  const known =
    seconds >= 3_600
      ? `${(seconds / 3_600).toFixed(1)} machine hours`
      : `${(seconds / 3_600).toFixed(2)} machine hours (${plural(Math.max(1, Math.round(seconds / 60)), 'minute')})`
  return unknown === '' ? known : `${known}, and ${unknown}`
}
