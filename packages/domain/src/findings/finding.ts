import { z } from 'zod'
import { DimensionName } from '../compare/dimension.ts'

/** States of a finding. Later data set `fixed`; people set the others. */
export const FINDING_STATES = ['new', 'acknowledged', 'confirmed', 'not a bug', 'fixed'] as const
export const FindingState = z.enum(FINDING_STATES)
export type FindingState = z.infer<typeof FindingState>

/** States of findings that nobody has resolved. */
export const OPEN_FINDING_STATES: readonly FindingState[] = ['new', 'acknowledged', 'confirmed']

export const FindingDirection = z.enum(['worse', 'better'])
export type FindingDirection = z.infer<typeof FindingDirection>

/** One test whose change is significant and large enough for a finding. */
export const FindingChange = z.strictObject({
  benchmark: z.string(),
  workload: z.string(),
  test: z.string(),
  group: z.string().nullable(),
  clients: z.string(),
  metric: z.string(),
  /**
   * Values that distinguish the change from others of its test: config, compiler, parameters. Empty if there are none.
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
  /** 95% interval of the ratio; null if the values are equal to the printed digit and the verdict needed none. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  runIds: z.array(z.string()),
  baseRunIds: z.array(z.string()),
  /** The versions of the single step that explains the change and has a finding of its own. */
  byStep: z.strictObject({ from: z.string(), to: z.string() }).optional(),
})
export type FindingChange = z.infer<typeof FindingChange>

/** Changes with equal values of these fields are one finding. */
export type FindingKey = {
  product: string
  /** Names of the versions, the older first. */
  from: string
  to: string
  hardware: string
  direction: FindingDirection
}

/** The data of a finding; triage by people is stored separately. */
export type FindingFacts = FindingKey & {
  /** Largest change first. */
  changes: readonly FindingChange[]
  /** Number of tests of this pair on this machine that have a verdict, changed or not. */
  judged: number
  medianRatio: number
  /** The cause in a sentence with numbers; null if unknown. */
  cause: string | null
  /**
   * `of` lists machines with a verdict on one of these tests for the same versions; `agree` those with the same
   * verdict.
   */
  agree: readonly string[]
  of: readonly string[]
}
