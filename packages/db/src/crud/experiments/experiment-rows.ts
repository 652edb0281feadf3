import { type Candidate, type CandidateRun, type Experiment, NewExperiment } from '@assay/domain/experiments/experiment'
import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'

const Definition = z.looseObject({})

/** @throws when the stored definition is not one. */
export function asExperiment(row: Prisma.ExperimentGetPayload<object>): Experiment {
  const { id, slug, title, description, createdBy } = row
  const definition = Definition.parse(row.definition)
  const { description: _same, ...rest } = NewExperiment.parse({ ...definition, slug, title })
  const times = { createdAt: row.createdAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }
  return { ...rest, id, description, createdBy, ...times }
}

export const asCandidate = (row: Prisma.CandidateGetPayload<object>): Candidate => {
  const { number, parents, description, commit, diff, createdBy } = row
  return { number, parents, description, commit, diff, createdBy, createdAt: row.createdAt.toISOString() }
}

export const asRun = (
  {
    runId,
    position,
    machineSeconds,
    isAttested,
    command,
    binarySha256,
    filesSha256,
    runnerKeyId,
    finishedRuns,
    failedRuns,
  }: Prisma.CandidateRunGetPayload<{ omit: { record: true } }>,
  candidate: number,
): CandidateRun => ({
  ...{ runId, candidate, position, machineSeconds, isAttested, command, binarySha256, filesSha256 },
  ...{ runnerKeyId, finishedRuns, failedRuns },
})

export const objectOf = ({ id, title }: Experiment) => ({ kind: 'experiment', id, name: title })

/** The key of an experiment in its project. */
export const bySlug = (projectId: string, slug: string) => ({ projectId_slug: { projectId, slug } })
