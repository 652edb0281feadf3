import { randomUUID } from 'node:crypto'
import { type Candidate, type CandidateRun, type Experiment, NewExperiment } from '@assay/domain/experiments/experiment'
import { z } from 'zod'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { ExperimentQueries, ExperimentRefusal, NewCandidateRun } from './experiment-types.ts'
import { runnerKeyQueries } from './runner-keys.ts'

/** Limits of one experiment, which bound the cost of evaluating it. */
export const EXPERIMENT_LIMITS = { candidates: 1_000, runs: 5_000 } as const

export function experimentQueries(scoped: TenantScope): ExperimentQueries {
  const { projectId, by, prisma } = scoped
  const bySlug = (slug: string) => ({ projectId_slug: { projectId, slug } })

  /** Runs work on an experiment that accepts candidates, with its row locked, so that numbers are given once. */
  async function onOpen<T>(
    slug: string,
    work: (tx: TenantTransaction, experiment: Experiment) => Promise<T | { refused: ExperimentRefusal }>,
  ): Promise<T | { refused: ExperimentRefusal }> {
    return prisma.$transaction(async (tx) => {
      const found = await tx.experiment.findUnique({ where: bySlug(slug), select: { id: true } })
      if (found === null) return { refused: 'no-experiment' }
      await lockRow(tx, 'experiment', projectId, found.id)
      const experiment = asExperiment(await tx.experiment.findUniqueOrThrow({ where: bySlug(slug) }))
      return experiment.endedAt === null ? work(tx, experiment) : { refused: 'ended' }
    })
  }

  return {
    keys: runnerKeyQueries(scoped),

    async list() {
      const orderBy: Prisma.ExperimentOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'asc' }]
      const rows = await prisma.experiment.findMany({ where: { projectId }, orderBy })
      const [candidates, runs] = await Promise.all([
        prisma.candidate.groupBy({ by: ['experimentId'], where: { projectId, number: { gt: 0 } }, _count: true }),
        prisma.candidateRun.groupBy({
          ...{ by: ['experimentId'], where: { projectId }, _count: true, _sum: { machineSeconds: true } },
        }),
      ])
      return rows.map((row) => {
        const ofRow = runs.find(({ experimentId }) => experimentId === row.id)
        return {
          ...asExperiment(row),
          candidates: candidates.find(({ experimentId }) => experimentId === row.id)?._count ?? 0,
          runs: ofRow?._count ?? 0,
          machineSeconds: ofRow?._sum?.machineSeconds ?? 0,
        }
      })
    },

    async find(slug) {
      const row = await prisma.experiment.findUnique({ where: bySlug(slug) })
      if (row === null) return null
      const where = { projectId, experimentId: row.id }
      const [candidates, runs] = await Promise.all([
        prisma.candidate.findMany({ where, orderBy: { number: 'asc' } }),
        prisma.candidateRun.findMany({ where, orderBy: { position: 'asc' }, omit: { record: true } }),
      ])
      const numbers = new Map(candidates.map(({ id, number }) => [id, number]))
      return {
        experiment: asExperiment(row),
        candidates: candidates.map(asCandidate),
        runs: runs.map((run) => asRun(run, numbers.get(run.candidateId) ?? 0)),
      }
    },

    async create(experiment) {
      const { slug, title, description = null, ...definition } = experiment
      try {
        return await prisma.$transaction(async (tx) => {
          const data = {
            ...{ projectId, id: randomUUID(), slug, title, description, createdBy: by.name },
            definition: JSON.parse(JSON.stringify(definition)),
          }
          const after = asExperiment(await tx.experiment.create({ data }))
          const base = { projectId, id: randomUUID(), experimentId: after.id, number: 0, parents: [] }
          await tx.candidate.create({ data: { ...base, description: experiment.base, createdBy: by.name } })
          await writeAudit(tx, projectId, by, { action: 'experiment.created', object: objectOf(after), after })
          return after
        })
      } catch (error) {
        if (sqlState(error) === SQL_STATE.uniqueViolation) return null
        throw error
      }
    },

    async end(slug) {
      await onOpen(slug, async (tx, experiment) => {
        await tx.experiment.update({ where: bySlug(slug), data: { endedAt: new Date() } })
        await writeAudit(tx, projectId, by, { action: 'experiment.ended', object: objectOf(experiment) })
      })
      const row = await prisma.experiment.findUnique({ where: bySlug(slug) })
      return row && asExperiment(row)
    },

    propose: (slug, { description, parents, commit = null, diff = null }) =>
      onOpen(slug, async (tx, experiment) => {
        const where = { projectId, experimentId: experiment.id }
        const count = await tx.candidate.count({ where })
        if (count > EXPERIMENT_LIMITS.candidates) return { refused: 'limit' }
        if (parents.some((parent) => parent >= count)) return { refused: 'no-parent' }
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
      }),

    attach: (slug, run) => onOpen(slug, (tx, experiment) => attachRun(tx, experiment, run)),
  }

  async function attachRun(
    tx: TenantTransaction,
    experiment: Experiment,
    { candidate: number, record, ...run }: NewCandidateRun,
  ): Promise<{ position: number } | { refused: ExperimentRefusal }> {
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
}

const Definition = z.looseObject({})

function asExperiment(row: Prisma.ExperimentGetPayload<object>): Experiment {
  const { id, slug, title, description, createdBy } = row
  const definition = Definition.parse(row.definition)
  const { description: _same, ...rest } = NewExperiment.parse({ ...definition, slug, title })
  const times = { createdAt: row.createdAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }
  return { ...rest, id, description, createdBy, ...times }
}

const asCandidate = (row: Prisma.CandidateGetPayload<object>): Candidate => {
  const { number, parents, description, commit, diff, createdBy } = row
  return { number, parents, description, commit, diff, createdBy, createdAt: row.createdAt.toISOString() }
}

const asRun = (
  {
    runId,
    position,
    machineSeconds,
    isAttested,
    command,
    binarySha256,
  }: Prisma.CandidateRunGetPayload<{ omit: { record: true } }>,
  candidate: number,
): CandidateRun => ({ runId, candidate, position, machineSeconds, isAttested, command, binarySha256 })

const objectOf = ({ id, title }: Experiment) => ({ kind: 'experiment', id, name: title })
