import { z } from 'zod'
import { MAX_VALUE_LENGTH, RUN_NAME, RunLabels, RunParameters } from '../run-requests/run-request.ts'

export const PLAN_KINDS = ['repeat', 'confirm', 'interleave', 'backfill', 'bisect'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

const name = z.string().regex(RUN_NAME, 'must consist of letters, digits, ".", "_" and "-"')
const value = z.string().min(1).max(MAX_VALUE_LENGTH)

/** Maximum values and runs of one plan. */
export const MAX_PLAN_VALUES = 500
export const MAX_PLAN_RUNS = 1_000

/** A plan before it starts: which command measures which values, and how often. */
export const NewRunPlan = z
  .strictObject({
    kind: z
      .enum(PLAN_KINDS)
      .describe(
        'repeat: more repeats, the cheapest value first; confirm and interleave: two values in ABBA order; backfill: values that are missing; bisect: the first of ordered values with a change',
      ),
    command: name,
    parameters: RunParameters.default({}).describe('values of the other parameters'),
    vary: name.default('version').describe('the parameter that gets the values'),
    values: z
      .array(value)
      .min(1)
      .max(MAX_PLAN_VALUES)
      .refine((all) => new Set(all).size === all.length, 'has a value twice')
      .describe('for bisect in their order, from the last good one to the first bad one'),
    repeats: z.int().min(1).max(50).default(3).describe('runs of each value'),
    runner: name.nullable().default(null).describe('the machine; needed to compare values'),
    labels: RunLabels.default([]),
    metric: z.string().min(1).max(200).nullable().default(null).describe('bisect: the metric that changed'),
    finding: z.uuid().nullable().default(null).describe('confirm: the finding that the runs confirm'),
    test: z.string().min(1).max(300).nullable().default(null).describe('bisect: the test; null for the mean of all'),
  })
  .refine(({ kind, values }) => !isPair(kind) || values.length === 2, {
    ...{ path: ['values'], error: 'needs two values to compare' },
  })
  .refine(({ kind, values }) => kind !== 'bisect' || values.length >= 3, {
    ...{ path: ['values'], error: 'needs at least three values to bisect' },
  })
  .refine(({ kind, metric }) => kind !== 'bisect' || metric !== null, 'needs the metric that changed')
  .refine(({ values, repeats }) => values.length * repeats <= MAX_PLAN_RUNS, 'has too many runs')
  .refine(
    ({ vary, parameters }) => !Object.hasOwn(parameters, vary),
    'gives a fixed value to the parameter that varies',
  )
export type NewRunPlan = z.infer<typeof NewRunPlan>

const isPair = (kind: PlanKind): boolean => kind === 'confirm' || kind === 'interleave'

/** Machine time: the sum of the known durations, and the number of runs whose duration is unknown. */
export const MachineTime = z.object({ seconds: z.number(), unknownRuns: z.int() })
export type MachineTime = z.infer<typeof MachineTime>

export const RunPlan = z.object({
  id: z.uuid(),
  kind: z.enum(PLAN_KINDS),
  title: z.string(),
  settings: NewRunPlan,
  state: z.enum(['active', 'finished', 'canceled']),
  machineSeconds: z
    .number()
    .nullable()
    .describe('as it was shown before the start; null when no earlier run states it'),
  conclusion: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type RunPlan = z.infer<typeof RunPlan>
