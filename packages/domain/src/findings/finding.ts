import { z } from 'zod'
import { DimensionName } from '../compare/dimension.ts'

/** States of a finding. Later data set `fixed`; people set the others. */
export const FINDING_STATES = ['new', 'acknowledged', 'confirmed', 'not a bug', 'fixed'] as const
export const FindingState = z.enum(FINDING_STATES)
export type FindingState = z.infer<typeof FindingState>

export const FindingDirection = z.enum(['worse', 'better'])
export type FindingDirection = z.infer<typeof FindingDirection>

/** One test whose change is significant enough to be in a finding. */
export const FindingChange = z.strictObject({
  benchmark: z.string(),
  workload: z.string(),
  test: z.string(),
  group: z.string().nullable(),
  clients: z.string(),
  metric: z.string(),
  /**
   * Other facts that distinguish the change from others of its test, in words: config, compiler, parameters. Empty when
   * there are none.
   */
  line: z.string(),
  /**
   * Dimensions besides test and version in which results of the two versions differ, so that the comparison of the pair
   * has them on its axes; absent when there are none.
   */
  axes: z.array(DimensionName).optional(),
  value: z.number(),
  baseValue: z.number(),
  ratio: z.number(),
  /** 95% interval of the ratio; null where the verdict needed none, for equal to the digit. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  runIds: z.array(z.string()),
  baseRunIds: z.array(z.string()),
  /** The versions between which it happened, when a single step of several explains it and has a finding of its own. */
  byStep: z.strictObject({ from: z.string(), to: z.string() }).optional(),
})
export type FindingChange = z.infer<typeof FindingChange>

/** Changes that share these values are one finding. */
export type FindingKey = {
  product: string
  /** Versions, the older first. */
  from: string
  to: string
  hardware: string
  direction: FindingDirection
}

/** The facts of a finding that come from data; those from people are stored separately. */
export type FindingFacts = FindingKey & {
  /** Largest change first. */
  changes: readonly FindingChange[]
  /** Number of tests that were judged for this pair on this machine, changed or not. */
  judged: number
  medianRatio: number
  /** The cause in a sentence with its numbers; null when it is not known. */
  cause: string | null
  /** `of`: machines that judged one of these tests for the same versions; `agree`: those of them with the same verdict. */
  agree: readonly string[]
  of: readonly string[]
}
