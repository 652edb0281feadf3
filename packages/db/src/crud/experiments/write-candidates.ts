import { randomUUID } from 'node:crypto'
import type { Experiment } from '@assay/domain/experiments/experiment'
import { z } from 'zod'
import { lockRow } from '../../scope/lock-row.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { asExperiment, bySlug, objectOf } from './experiment-rows.ts'
import type { ExperimentQueries, ExperimentRefusal, NewCandidateRun } from './experiment-types.ts'

/** Limits of one experiment, which bound the cost of evaluating it. */
export const EXPERIMENT_LIMITS = { candidates: 1_000, runs: 5_000, characters: 8_000_000 } as const

type Refusable<T> = T | { refused: ExperimentRefusal }

export async function endExperiment(scoped: TenantScope, slug: string): Promise<Experiment | null> {
  const { projectId, by, prisma } = scoped
  await onOpen(scoped, slug, async (tx, experiment) => {
    await tx.experiment.update({ where: bySlug(projectId, slug), data: { endedAt: new Date() } })
    await writeAudit(tx, projectId, by, { action: 'experiment.ended', object: objectOf(experiment) })
  })
  const row = await prisma.experiment.findUnique({ where: bySlug(projectId, slug) })
  return row && asExperiment(row)
}

export function proposeCandidate(
  scoped: TenantScope,
  slug: string,
  { description, parents, commit = null, diff = null }: Parameters<ExperimentQueries['propose']>[1],
): Promise<Refusable<{ number: number }>> {
  const { projectId, by } = scoped
  return onOpen(scoped, slug, async (tx, experiment) => {
    const where = { projectId, experimentId: experiment.id }
    const count = await tx.candidate.count({ where })
    if (count > EXPERIMENT_LIMITS.candidates) return { refused: 'limit' }
    if (parents.some((parent) => parent >= count)) return { refused: 'no-parent' }
    const characters = await charactersOf(tx, where)
    if (characters + (diff?.length ?? 0) > EXPERIMENT_LIMITS.characters) return { refused: 'too-long' }
    const data = {
      ...where,
      id: randomUUID(),
      number: count,
      parents,
      description,
      commit,
      diff,
      createdBy: by.name,
    }
    await tx.candidate.create({ data })
    const after = { number: count, description, parents, commit }
    await writeAudit(tx, projectId, by, { action: 'candidate.proposed', object: objectOf(experiment), after })
    return { number: count }
  })
}

const Characters = z.tuple([z.object({ characters: z.int() })])

/** The length of all diffs of an experiment, which each evaluation reads. */
async function charactersOf(tx: TenantTransaction, where: { projectId: string; experimentId: string }) {
  const rows = await tx.$queryRaw`
    select coalesce(sum(length(diff)), 0)::integer as characters from candidate
    where project_id = ${where.projectId}::uuid and experiment_id = ${where.experimentId}::uuid`
  return Characters.parse(rows)[0].characters
}

export const attachRun = (
  scoped: TenantScope,
  slug: string,
  run: NewCandidateRun,
): Promise<Refusable<{ position: number }>> =>
  onOpen(scoped, slug, (tx, experiment) => insertRun(scoped, { tx, experiment }, run))

/** Runs work on an experiment that accepts candidates, with its row locked, so that numbers are given once. */
async function onOpen<T>(
  { projectId, prisma }: TenantScope,
  slug: string,
  work: (tx: TenantTransaction, experiment: Experiment) => Promise<T | { refused: ExperimentRefusal }>,
): Promise<T | { refused: ExperimentRefusal }> {
  return prisma.$transaction(async (tx) => {
    const found = await tx.experiment.findUnique({ where: bySlug(projectId, slug), select: { id: true } })
    if (found === null) return { refused: 'no-experiment' }
    await lockRow(tx, 'experiment', projectId, found.id)
    const experiment = asExperiment(await tx.experiment.findUniqueOrThrow({ where: bySlug(projectId, slug) }))
    return experiment.endedAt === null ? work(tx, experiment) : { refused: 'ended' }
  })
}

async function insertRun(
  { projectId, by }: TenantScope,
  { tx, experiment }: { tx: TenantTransaction; experiment: Experiment },
  { candidate: number, record, ...run }: NewCandidateRun,
): Promise<Refusable<{ position: number }>> {
  const experimentId = experiment.id
  const where = { projectId, experimentId }
  const candidate = await tx.candidate.findUnique({
    where: { projectId_experimentId_number: { ...where, number } },
  })
  if (candidate === null) return { refused: 'no-candidate' }
  const known = await tx.candidateRun.findUnique({
    where: { projectId_experimentId_runId: { ...where, runId: run.runId } },
  })
  if (known !== null)
    return known.candidateId === candidate.id ? { position: known.position } : { refused: 'attached-elsewhere' }
  const { _sum, _count } = await tx.candidateRun.aggregate({ where, _sum: { machineSeconds: true }, _count: true })
  if (_count >= EXPERIMENT_LIMITS.runs) return { refused: 'limit' }
  if ((_sum.machineSeconds ?? 0) >= experiment.budgetHours * 3600) return { refused: 'budget-used' }
  const position = _count + 1
  const signed = record === null ? {} : { record: JSON.parse(JSON.stringify(record)) }
  await tx.candidateRun.create({
    data: { ...where, id: randomUUID(), candidateId: candidate.id, position, ...run, ...signed },
  })
  const { runId, machineSeconds, isAttested } = run
  const after = { candidate: number, runId, machineSeconds, isAttested }
  await writeAudit(tx, projectId, by, { action: 'candidate.measured', object: objectOf(experiment), after })
  return { position }
}
