import { z } from 'zod'
import { DEFAULT_GATE_RULE, GateRule } from './gate-rule.ts'

const name = z.string().min(1).max(200)
const names = z.array(name).max(100).default([])

/** Maximum runs that one side of a gate may name; they count as repeats. */
const MAX_RUNS = 100
/** Maximum documents that are judged without being stored. */
const MAX_DOCUMENTS = 100

/** A request to a gate: decides if the candidate passes, compared with the base. */
export const GateRequest = z.strictObject({
  /** A version, such as `17.6` or `Postgres 17.6`; or ids of runs. */
  base: z.array(name).min(1).max(MAX_RUNS),
  /** The same for the candidate; empty if `documents` are the candidate. */
  candidate: z.array(name).max(MAX_RUNS).default([]),
  /** Upload documents that are compared and not stored. */
  documents: z.array(z.unknown()).max(MAX_DOCUMENTS).default([]),
  rule: GateRule.default(DEFAULT_GATE_RULE),
  /** True if inconclusive tests fail the gate as well. */
  strict: z.boolean().default(false),
  product: name.optional(),
  hardware: names,
  config: names,
  benchmark: names,
  workload: names,
  test: names,
})
export type GateRequest = z.infer<typeof GateRequest>
