import { RunAttempt, Runner, RunRequest } from '@assay/domain/run-requests/run-request'
import type { Prisma } from '../scope/prisma.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { RunRequestQueries } from './run-request-types.ts'

/** A runner is online when it asked for work or sent a heartbeat within this time. */
const ONLINE_MS = 90_000
const ATTEMPTS = { attempts: { orderBy: { number: 'asc' } } } as const satisfies Prisma.RunRequestInclude

type StoredRequest = Prisma.RunRequestGetPayload<{ include: typeof ATTEMPTS }>

/** Reads of runners, requests and output. */
export function readRequests({
  projectId,
  prisma,
}: TenantScope): Pick<RunRequestQueries, 'find' | 'list' | 'listRunners' | 'readLog'> {
  return {
    async find(id) {
      const row = await prisma.runRequest.findUnique({ where: { projectId_id: { projectId, id } }, include: ATTEMPTS })
      return row === null ? null : asRequest(row)
    },

    async list({ states, planId, limit }) {
      const where: Prisma.RunRequestWhereInput = {
        projectId,
        ...(states.length > 0 && { state: { in: [...states] } }),
        ...(planId !== null && { planId }),
      }
      const [rows, total] = await Promise.all([
        prisma.runRequest.findMany({
          where,
          include: ATTEMPTS,
          orderBy: [{ queuedAt: 'desc' }, { position: 'desc' }],
          take: limit,
        }),
        prisma.runRequest.count({ where }),
      ])
      return { requests: rows.map(asRequest), total }
    },

    async listRunners() {
      const rows = await prisma.runner.findMany({ where: { projectId }, orderBy: { name: 'asc' } })
      return rows.map(asRunner)
    },

    async readLog(attemptId, after) {
      const rows = await prisma.runAttemptLog.findMany({
        where: { projectId, attemptId, number: { gte: after } },
        orderBy: { number: 'asc' },
        take: MAX_CHUNKS_READ,
      })
      return { text: rows.map(({ text }) => text).join(''), next: (rows.at(-1)?.number ?? after - 1) + 1 }
    },
  }
}

const MAX_CHUNKS_READ = 500

export function asRequest({ attempts, runnerName, queuedAt, finishedAt, ...row }: StoredRequest): RunRequest {
  return RunRequest.parse({
    ...row,
    runner: runnerName,
    queuedAt: queuedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map(asAttempt),
  })
}

/** An attempt whose lease has expired is lost, also before the next lease stores that. */
function asAttempt({ runnerName, leasedAt, heartbeatAt, expiresAt, finishedAt, ...row }: StoredRequest['attempts'][0]) {
  const isLate = row.state === 'running' && expiresAt.getTime() < Date.now()
  return RunAttempt.parse({
    ...row,
    ...(isLate && { state: 'lost', reason: 'No heartbeat arrived in time.' }),
    runner: runnerName,
    leasedAt: leasedAt.toISOString(),
    heartbeatAt: heartbeatAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  })
}

const asRunner = ({ registeredAt, seenAt, ...row }: Prisma.RunnerGetPayload<object>): Runner =>
  Runner.parse({
    ...row,
    registeredAt: registeredAt.toISOString(),
    seenAt: seenAt.toISOString(),
    // An engine is asked to start a job; it has no process that waits.
    isOnline: row.kind === 'webhook' || Date.now() - seenAt.getTime() < ONLINE_MS,
  })
