import { Constraint } from '@assay/domain/experiments/experiment'
import { z } from 'zod'

const ratio = {
  ratio: z.number().describe('value / base'),
  low: z.number().describe('95% interval that holds after every repeat'),
  high: z.number(),
}
const Ratio = z.object(ratio).nullable()

export const ExperimentBody = z
  .looseObject({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    hardware: z.string(),
    benchmark: z.string(),
    workloads: z.array(z.string()),
    budgetHours: z.number(),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'Experiment' })

export const CandidateBody = z
  .looseObject({
    number: z.int(),
    parents: z.array(z.int()),
    description: z.string(),
    stage: z.enum(['waiting', 'screening', 'confirming', 'kept', 'rejected', 'flagged']),
    decision: z.enum(['keep', 'reject', 'measure more', 'flagged']),
    reason: z.string(),
    measureMore: z
      .object({ candidate: z.int(), base: z.int() })
      .nullable()
      .describe('further repeats that will probably decide'),
    score: z.object({ ...ratio, from: z.enum(['screening', 'confirmation']) }).nullable(),
    isAttested: z.boolean(),
    flags: z.array(z.string()),
    constraints: z.array(z.object({ constraint: Constraint, value: Ratio, isMet: z.boolean() })),
    isBest: z.boolean(),
    machineHours: z.number(),
    holdout: Ratio.describe('null while it is hidden'),
  })
  .meta({ id: 'Candidate' })

const Budget = z.object({ hours: z.number(), used: z.number(), isExhausted: z.boolean() })
const Best = z.array(z.looseObject({ candidate: z.int(), ...ratio }))

export const EvaluatedBody = z
  .object({
    experiment: ExperimentBody,
    evaluation: z.looseObject({
      base: z.looseObject({ repeats: z.int() }),
      candidates: z.array(CandidateBody),
      best: Best,
      budget: Budget,
      isHoldoutHidden: z.boolean(),
    }),
  })
  .meta({ id: 'EvaluatedExperiment' })

export const DecisionBody = z
  .union([
    z.looseObject({ ...CandidateBody.shape, best: Best, budget: Budget }),
    z.object({ number: z.literal(0), repeats: z.int(), runIds: z.array(z.string()), best: Best, budget: Budget }),
  ])
  .meta({ id: 'CandidateDecision' })

export const RunnerKeyBody = z
  .object({
    id: z.uuid(),
    name: z.string(),
    publicKey: z.string().describe('Ed25519, SPKI in base64'),
    createdBy: z.string(),
    createdAt: z.string(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'RunnerKey' })
