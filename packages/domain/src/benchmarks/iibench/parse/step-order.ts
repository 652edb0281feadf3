import type { ServerRow } from './server-table.ts'
import { parseStep, type Step } from './step.ts'

const rates = (...values: number[]) => values

/** Known orders of the benchmark's steps. A summary of one run lists them in such an order, without their names. */
const ORDERS: readonly (readonly string[])[] = [
  ['l.i0', 'l.x', 'l.i1', ...rates(100, 200, 400, 600, 800, 1000).flatMap((rate) => [`q${rate}.1`, `q${rate}.2`])],
  ['l.i0', 'l.x', 'l.i1', ...rates(100, 500, 1000).map((rate) => `q${rate}.1`)],
  ['l.i0', 'l.x', 'l.i1', 'l.i2', ...rates(100, 500, 1000).flatMap((rate) => [`qr${rate}`, `qp${rate}`])],
]

const STEPS: readonly (readonly Step[])[] = ORDERS.map((names) => names.flatMap((name) => parseStep(name) ?? []))

export const KNOWN_ORDERS: readonly string[] = ORDERS.map((names) => names.join(', '))

/** Highest accepted ratio of insert rate to target. Only rounding of a short measurement can exceed the target. */
const MAX_TARGET_RATIO = 1.02
/** Lowest accepted ratio of insert rate to target for the lightest background load. */
const MIN_TARGET_RATIO = 0.9

/**
 * Finds the steps of a summary without names by their position. Exactly one known order must have as many steps and
 * agree with the numbers: only steps with queries have queries, only l.x has no percentiles of its rate, and no step
 * inserts faster than its target.
 *
 * @returns null when no order fits, or more than one does.
 */
export function stepsByPosition(rows: readonly ServerRow[], clients: number): readonly Step[] | null {
  const fitting = STEPS.filter((steps) => steps.length === rows.length && fits(steps, rows, clients))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function fits(steps: readonly Step[], rows: readonly ServerRow[], clients: number): boolean {
  return steps.every((step, i) => {
    const cell = (name: string) => rows[i]?.cells.get(name)
    const hasQueries = (cell('qps')?.value ?? 0) > 0
    if (hasQueries !== (step.rate !== null)) return false
    if ((step.kind === 'index') !== (cell('p50')?.text === 'NA')) return false
    if (step.rate === null) return true
    const held = (cell('ips')?.value ?? 0) / (step.rate * clients)
    const isLightest = steps.every(({ rate }) => rate === null || rate >= (step.rate ?? 0))
    return held <= MAX_TARGET_RATIO && (!isLightest || held >= MIN_TARGET_RATIO)
  })
}
