import { randomUUID } from 'node:crypto'
import { type NewRunPlan, RunPlan } from '@assay/domain/run-plans/run-plan'
import { z } from 'zod'
import { writeAudit } from '../crud/audit/audit.ts'
import { actorKeyOf } from '../events/event-notifier.ts'
import { isUuid } from '../is-uuid.ts'
import type { Prisma } from '../scope/prisma.ts'
import { readRows } from '../scope/statements.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { RunRequestQueries } from './run-request-types.ts'

/** Leases of one request of a plan until it is abandoned. */
const MAX_ATTEMPTS = 10

/** The mean duration of earlier attempts with the same values, or else of all of the command. */
const ESTIMATE = `
  select coalesce(avg(seconds) filter (where same), avg(seconds)) as seconds from (
    select extract(epoch from a.finished_at - a.leased_at)::float8 as seconds, r.parameters = $3::jsonb as same
    from run_attempt a join run_request r on r.project_id = a.project_id and r.id = a.request_id
    where r.project_id = $1 and r.command = $2 and a.state = 'accepted' and a.outcome = 'succeeded'
    order by a.finished_at desc limit 200
  ) earlier`

/** Seconds that a request will take by earlier attempts; null when there is none. */
export async function estimateSeconds(
  scoped: TenantScope,
  { command, parameters }: { command: string; parameters: Readonly<Record<string, string>> },
): Promise<number | null> {
  const [row] = await readRows(scoped, z.object({ seconds: z.number().nullable() }), ESTIMATE, [
    ...[scoped.projectId, command, JSON.stringify(parameters)],
  ])
  return row?.seconds ?? null
}

type PlanQueries = Pick<
  RunRequestQueries,
  'estimate' | 'createPlan' | 'addToPlan' | 'finishPlan' | 'cancelPlan' | 'findPlan' | 'listPlans'
>

/** Plans: several run requests with one purpose. */
export function planQueries(scoped: TenantScope, notify: () => void): PlanQueries {
  const { projectId, by, prisma } = scoped
  const find = async (id: string) => {
    const row = isUuid(id) ? await prisma.runPlan.findUnique({ where: { projectId_id: { projectId, id } } }) : null
    return row === null ? null : asPlan(row)
  }
  const end = (tx: Pick<typeof prisma, 'runPlan'>, id: string, state: 'finished' | 'canceled', conclusion: string) =>
    tx.runPlan.updateMany({
      where: { projectId, id, state: 'active' },
      data: { state, conclusion, finishedAt: new Date() },
    })
  return {
    estimate: (request) => estimateSeconds(scoped, request),
    findPlan: find,

    async createPlan(settings, { title, values, machineSeconds, estimates }) {
      const id = randomUUID()
      const requested = { requestedBy: by.name, requestedByKey: actorKeyOf(by) }
      await prisma.$transaction(async (tx) => {
        await tx.runPlan.create({
          data: { projectId, id, kind: settings.kind, title, settings, machineSeconds, ...requested },
        })
        await tx.runRequest.createMany({
          data: requestsOf(settings, values, 0).map((request, at) => ({
            ...{ projectId, planId: id, ...request, ...requested, estimateSeconds: estimates[at] ?? null },
            idempotencyKey: `plan ${id} ${at}`,
          })),
        })
        const object = { kind: 'run-plan', id, name: title }
        await writeAudit(tx, projectId, by, { action: 'run-plan.created', object, after: settings })
      })
      notify()
      return find(id).then((plan) => RunPlan.parse(plan))
    },

    async addToPlan(plan, position, values) {
      const { count } = await prisma.runRequest.createMany({
        data: requestsOf(plan.settings, values, position).map((request) => ({
          ...{ projectId, planId: plan.id, ...request, requestedBy: plan.requestedBy, requestedByKey: actorKeyOf(by) },
          idempotencyKey: `plan ${plan.id} ${request.position}`,
        })),
        // Two servers that continue a plan at the same time add the same requests.
        skipDuplicates: true,
      })
      if (count > 0) notify()
      return count
    },

    async finishPlan(id, conclusion) {
      const { count } = await end(prisma, id, 'finished', conclusion)
      if (count > 0) notify()
      return count > 0
    },

    async cancelPlan(id) {
      if ((await find(id)) === null) return null
      await prisma.$transaction(async (tx) => {
        if ((await end(tx, id, 'canceled', `Canceled by ${by.name}.`)).count === 0) return
        const ofPlan = { projectId, planId: id, state: { in: ['waiting', 'leased'] } }
        const requests = await tx.runRequest.findMany({ where: ofPlan, select: { id: true } })
        await tx.runRequest.updateMany({
          where: ofPlan,
          data: { state: 'canceled', fencingToken: { increment: 1 }, finishedAt: new Date() },
        })
        await tx.runAttempt.updateMany({
          where: { projectId, requestId: { in: requests.map((one) => one.id) }, state: 'running' },
          data: { state: 'lost', reason: 'The plan was canceled.', finishedAt: new Date() },
        })
        await writeAudit(tx, projectId, by, {
          action: 'run-plan.canceled',
          object: { kind: 'run-plan', id, name: id },
        })
      })
      notify()
      return find(id)
    },

    async listPlans({ states, limit }) {
      const where = { projectId, ...(states.length > 0 && { state: { in: [...states] } }) }
      const rows = await prisma.runPlan.findMany({ where, orderBy: { createdAt: 'desc' }, take: limit })
      return rows.map(asPlan)
    },
  }
}

const requestsOf = (
  { command, parameters, vary, labels, runner }: NewRunPlan,
  values: readonly string[],
  position: number,
) =>
  values.map((value, at) => ({
    ...{ id: randomUUID(), command, labels, runnerName: runner, maxAttempts: MAX_ATTEMPTS },
    parameters: { ...parameters, [vary]: value },
    position: position + at,
  }))

const asPlan = ({ createdAt, finishedAt, ...row }: Prisma.RunPlanGetPayload<object>): RunPlan =>
  RunPlan.parse({
    ...row,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  })
