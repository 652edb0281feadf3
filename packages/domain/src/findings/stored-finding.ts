import { z } from 'zod'
import { FindingChange, FindingDirection, FindingState } from './finding.ts'

/** An event in the history of a finding, caused by a person or by later data. */
export const FindingEvent = z.strictObject({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  /** `found`, `acknowledge`, `confirm`, `dismiss`, `reopen`, `note`, `owner`, `recovered`, `relapsed`, `no longer found`. */
  kind: z.string(),
  /** The state after the event; null if it did not change. */
  state: FindingState.nullable(),
  note: z.string().nullable(),
})
export type FindingEvent = z.infer<typeof FindingEvent>

/** A finding with its triage by people. */
export const StoredFinding = z.strictObject({
  id: z.string(),
  product: z.string(),
  from: z.string(),
  to: z.string(),
  hardware: z.string(),
  direction: FindingDirection,
  changes: z.array(FindingChange),
  judged: z.number(),
  medianRatio: z.number(),
  cause: z.string().nullable(),
  agree: z.array(z.string()),
  of: z.array(z.string()),
  state: FindingState,
  /** False when the data no longer show the change: a run was excluded, or further repeats changed the verdict. */
  active: z.boolean(),
  /** The version in which the tests recovered; null unless fixed. */
  fixedIn: z.string().nullable(),
  owner: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Slug of the known bug that explains it. */
  knownBug: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type StoredFinding = z.infer<typeof StoredFinding>

export const FindingFilters = z.strictObject({
  product: z.array(z.string()).default([]),
  hardware: z.array(z.string()).default([]),
  state: z.array(FindingState).default([]),
  direction: z.array(FindingDirection).default([]),
  /** Minimum distance of the median ratio from 1: 0.05 excludes 0.96 and 1.04. */
  least: z.number().min(0).max(10).default(0),
  /** Includes findings over several versions that findings of single steps explain. */
  explained: z.boolean().default(false),
})
export type FindingFilters = z.infer<typeof FindingFilters>
