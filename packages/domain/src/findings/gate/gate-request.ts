import { z } from 'zod'
import { DEFAULT_GATE_RULE, GateRule } from './gate-rule.ts'

const name = z.string().min(1).max(200)
const names = z.array(name).max(100).default([])

/** Runs that one side of a gate may name; their repeats count together. */
const MAX_RUNS = 100
/** Documents that are judged without being stored. */
const MAX_DOCUMENTS = 100

/** A request to a gate: can the candidate pass, compared with the base? */
export const GateRequest = z.strictObject({
  /** A version, such as `17.6` or `Postgres 17.6`; or ids of runs. */
  base: z.array(name).min(1).max(MAX_RUNS),
  /** The same; left out when `documents` are the candidate. */
  candidate: z.array(name).max(MAX_RUNS).default([]),
  /** Upload documents that are compared and not stored. */
  documents: z.array(z.unknown()).max(MAX_DOCUMENTS).default([]),
  rule: GateRule.default(DEFAULT_GATE_RULE),
  /** The candidate passes only if no test is inconclusive. */
  strict: z.boolean().default(false),
  product: name.optional(),
  hardware: names,
  config: names,
  benchmark: names,
  workload: names,
  test: names,
})
export type GateRequest = z.infer<typeof GateRequest>
