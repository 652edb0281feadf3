import { z } from 'zod'
import { DEFAULT_GATE_RULE, GateRule } from './gate-rule.ts'
import { TestBudgets } from './test-budget.ts'

const name = z.string().min(1).max(200)
const names = z.array(name).max(100).default([])

/** Maximum runs that one side of a gate may name; they count as repeats. */
const MAX_RUNS = 100
/** Maximum documents that are judged without being stored. */
const MAX_DOCUMENTS = 100
/** Maximum commits among which a base is searched. */
export const MAX_BASE_COMMITS = 1_000

/** A request to a gate: decides if the candidate passes, compared with the base. */
export const GateRequest = z.strictObject({
  /** A version, such as `17.6` or `Postgres 17.6`; or ids of runs. */
  base: z.array(name).max(MAX_RUNS).default([]),
  /**
   * Instead of `base`: commits from the newest to the oldest, such as the history of a branch from the merge base on.
   * The base is the first one that has results.
   */
  baseCommits: z
    .array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'must be a hexadecimal commit hash of 7 to 64 digits'))
    .max(MAX_BASE_COMMITS)
    .default([]),
  /** The same for the candidate; empty if `documents` are the candidate. */
  candidate: z.array(name).max(MAX_RUNS).default([]),
  /** Upload documents that are compared and not stored. */
  documents: z.array(z.unknown()).max(MAX_DOCUMENTS).default([]),
  rule: GateRule.default(DEFAULT_GATE_RULE),
  /** Shares of single tests that take precedence over the rule. */
  budgets: TestBudgets,
  /** True if inconclusive tests fail the gate as well. */
  strict: z.boolean().default(false),
  /** `fail` if results of the base without a counterpart fail the gate; `warn` lists them only. */
  notCompared: z.enum(['warn', 'fail']).default('warn'),
  /** Machines whose repeats differ more than this share (median standard deviation of their tests) are excluded. */
  maxNoise: z.number().positive().max(1).optional(),
  product: name.optional(),
  hardware: names,
  config: names,
  benchmark: names,
  workload: names,
  test: names,
})
export type GateRequest = z.infer<typeof GateRequest>
