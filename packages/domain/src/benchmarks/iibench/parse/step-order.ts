import type { ServerRow } from './server-table.ts'
import { parseStep, type Step } from './step.ts'

const rates = (...values: number[]) => values

/** Orders in which the benchmark has run its steps. A summary of one run lists them so, without their names. */
const ORDERS: readonly (readonly string[])[] = [
  ['l.i0', 'l.x', 'l.i1', ...rates(100, 200, 400, 600, 800, 1000).flatMap((rate) => [`q${rate}.1`, `q${rate}.2`])],
  ['l.i0', 'l.x', 'l.i1', ...rates(100, 500, 1000).map((rate) => `q${rate}.1`)],
  ['l.i0', 'l.x', 'l.i1', 'l.i2', ...rates(100, 500, 1000).flatMap((rate) => [`qr${rate}`, `qp${rate}`])],
]

const STEPS: readonly (readonly Step[])[] = ORDERS.map((names) => names.flatMap((name) => parseStep(name) ?? []))

export const KNOWN_ORDERS: readonly string[] = ORDERS.map((names) => names.join(', '))

/** A client cannot insert faster than its target, but for what a short measurement rounds. */
const MAX_TARGET_RATIO = 1.02
/** The share of its target that the lightest background load must reach before its rate is trusted. */
const MIN_TARGET_RATIO = 0.9

/**
 * The steps of a summary that does not name them, by their position. One known order must have as many steps, and the
 * numbers must agree with it: only steps with queries have queries, only l.x has no percentiles of its rate, and no
 * step inserts faster than its target.
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
