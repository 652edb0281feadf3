import { randomUUID } from 'node:crypto'
import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { asCandidate, asExperiment, asRun, bySlug, objectOf } from './experiment-rows.ts'
import type { ExperimentQueries } from './experiment-types.ts'
import { runnerKeyQueries } from './runner-keys.ts'
import { attachRun, endExperiment, proposeCandidate } from './write-candidates.ts'

export const experimentQueries = (scoped: TenantScope): ExperimentQueries => ({
  keys: runnerKeyQueries(scoped),
  list: () => listExperiments(scoped),
  find: (slug) => findExperiment(scoped, slug),
  create: (experiment) => createExperiment(scoped, experiment),
  end: (slug) => endExperiment(scoped, slug),
  propose: (slug, candidate) => proposeCandidate(scoped, slug, candidate),
  attach: (slug, run) => attachRun(scoped, slug, run),
})

async function listExperiments({ projectId, prisma }: TenantScope): ReturnType<ExperimentQueries['list']> {
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
}

async function findExperiment({ projectId, prisma }: TenantScope, slug: string): ReturnType<ExperimentQueries['find']> {
  const row = await prisma.experiment.findUnique({ where: bySlug(projectId, slug) })
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
}

async function createExperiment(
  { projectId, by, prisma }: TenantScope,
  experiment: Parameters<ExperimentQueries['create']>[0],
): ReturnType<ExperimentQueries['create']> {
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
}
