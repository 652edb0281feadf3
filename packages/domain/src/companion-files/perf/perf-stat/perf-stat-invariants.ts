import type { Figure, Figures } from '../../../parse/invariants/figure.ts'
import { atMost, checkInvariants, type Invariant, productOf } from '../../../parse/invariants/invariants.ts'
import type { Problem } from '../../../parse/problem.ts'

/** Tolerance for counters that share one unit: each is an estimate from its own part of the time. */
const ESTIMATE = 0.02

/** Misses never exceed attempts, and a ratio equals that of its two counters. */
export const PERF_STAT_INVARIANTS: readonly Invariant[] = [
  atMost('branch-misses', 'branches', ESTIMATE),
  atMost('cache-misses', 'cache-references', ESTIMATE),
  atMost('L1-dcache-load-misses', 'L1-dcache-loads', ESTIMATE),
  productOf({ factors: ['ipc', 'cycles'], product: 'instructions', slack: ESTIMATE }),
  productOf({ factors: ['branch-miss%', 'branches'], product: 'branch-misses', unit: 0.01, slack: ESTIMATE }),
]

/** The contradictions of one perf stat. Events of user or kernel code only, such as `cycles:u`, are not compared. */
export function checkPerfStat(figures: Figures, file: string): Problem[] {
  return checkInvariants(figures, PERF_STAT_INVARIANTS, file)
}

/** The ratio that perf prints after a counter: `#    0.58  insn per cycle`; null for any other remark. */
export function ratioFigure(remark: string | undefined, line: number): readonly [name: string, Figure] | null {
  const [, text = '', what = ''] =
    /^#\s+(\d+\.\d+)%?\s+(insn per cycle|of all branches)\s*$/.exec(remark?.trim() ?? '') ?? []
  if (text === '') return null
  const [value, unit] = [Number(text), 10 ** -(text.split('.')[1]?.length ?? 0)]
  const name = what === 'insn per cycle' ? 'ipc' : 'branch-miss%'
  return [name, { text, value, low: value - unit, high: value + unit, line }]
}
