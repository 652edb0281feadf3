import { randomUUID } from 'node:crypto'
import { MAX_RUNNERS } from '@assay/domain/run-requests/run-request'
import { writeAudit } from '../crud/audit/audit.ts'
import { actorKeyOf } from '../events/event-notifier.ts'
import { isUuid } from '../is-uuid.ts'
import { deletedRow } from '../scope/deleted-row.ts'
import type { TenantTransaction } from '../scope/tenant-client.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import { finishQueries } from './finish-attempt.ts'
import { leaseQueries } from './lease-request.ts'
import { estimateSeconds, planQueries } from './plan-queries.ts'
import { readRequests } from './read-requests.ts'
import { restoreHistory } from './restore-history.ts'
import type { RunRequestQueries } from './run-request-types.ts'

/** Requests of a project that wait or run; more are refused. */
const MAX_OPEN_REQUESTS = 10_000
/** A machine that did not ask for longer than this gives its place to a new one. */
const UNSEEN_MS = 24 * 60 * 60_000

/** Requests for runs, their attempts, and the machines that execute them (docs/runners.md). */
export function runRequestQueries(scoped: TenantScope, notify: () => void): RunRequestQueries {
  const { projectId, by, prisma } = scoped
  const reads = readRequests(scoped)
  const byKey = (idempotencyKey: string) =>
    prisma.runRequest.findUnique({
      where: { projectId_idempotencyKey: { projectId, idempotencyKey } },
      select: { id: true },
    })
  return {
    ...reads,
    ...leaseQueries(scoped, notify),
    ...finishQueries(scoped, notify),
    ...planQueries(scoped, notify),
    find: async (id) => (isUuid(id) ? reads.find(id) : null),
    restore: (history) => restoreHistory(scoped, history),
    readLog: async (id, after) => (isUuid(id) ? reads.readLog(id, after) : { text: '', next: 0 }),

    async registerRunner(name, { commands, capabilities, ...runner }, kind = 'machine') {
      const facts = { ...runner, kind, commands, capabilities, tokenName: by.name }
      const session = await prisma.$transaction(async (tx) => {
        const where = { projectId_name: { projectId, name } }
        const before = await tx.runner.findUnique({ where })
        const now = new Date()
        if (before === null && !(await makeRoom(tx, projectId, now))) return 'too-many'
        const stored = await tx.runner.upsert({
          where,
          create: { projectId, id: randomUUID(), name, ...facts },
          update: { ...facts, session: { increment: 1 }, registeredAt: now, seenAt: now },
        })
        if (before === null || JSON.stringify(before.commands) !== JSON.stringify(stored.commands)) {
          const object = { kind: 'runner', id: stored.id, name }
          const after = { hardware: stored.hardware, commands: commands.map((command) => command.name) }
          await writeAudit(tx, projectId, by, { action: 'runner.registered', object, after })
        }
        return Number(stored.session)
      })
      if (session !== 'too-many') notify()
      return session
    },

    removeRunner: (name) =>
      prisma.$transaction(async (tx) => {
        const row = await deletedRow(tx.runner.delete({ where: { projectId_name: { projectId, name } } }))
        if (row === null) return false
        const object = { kind: 'runner', id: row.id, name }
        await writeAudit(tx, projectId, by, { action: 'runner.removed', object })
        return true
      }),

    async create({ command, parameters, labels, runner, maxAttempts, idempotencyKey }) {
      const known = idempotencyKey === null ? null : await byKey(idempotencyKey)
      if (known !== null) return reads.find(known.id)
      const open = { projectId, state: { in: ['waiting', 'leased'] } }
      if ((await prisma.runRequest.count({ where: open })) >= MAX_OPEN_REQUESTS) return null
      const estimate = await estimateSeconds(scoped, { command, parameters })
      const id = randomUUID()
      await prisma.$transaction(async (tx) => {
        const { count } = await tx.runRequest.createMany({
          data: {
            ...{ projectId, id, command, parameters, labels, maxAttempts, idempotencyKey, runnerName: runner },
            ...{ requestedBy: by.name, requestedByKey: actorKeyOf(by), estimateSeconds: estimate },
          },
          // A concurrent request with the same key was stored first.
          skipDuplicates: true,
        })
        if (count === 0) return
        const object = { kind: 'run-request', id, name: command }
        await writeAudit(tx, projectId, by, { action: 'run-request.created', object, after: { parameters, runner } })
      })
      notify()
      const stored = idempotencyKey === null ? id : ((await byKey(idempotencyKey))?.id ?? id)
      return reads.find(stored)
    },

    async cancel(id) {
      if (!isUuid(id)) return null
      const where = { projectId, id, state: { in: ['waiting', 'leased'] } }
      await prisma.$transaction(async (tx) => {
        // The new fencing token ends a lease: the next heartbeat of the attempt is refused, and the runner stops it.
        const data = { state: 'canceled', fencingToken: { increment: 1 }, finishedAt: new Date() }
        if ((await tx.runRequest.updateMany({ where, data })).count === 0) return
        await tx.runAttempt.updateMany({
          where: { projectId, requestId: id, state: 'running' },
          data: { state: 'lost', reason: 'The request was canceled.', finishedAt: new Date() },
        })
        const object = { kind: 'run-request', id, name: id }
        await writeAudit(tx, projectId, by, { action: 'run-request.canceled', object })
      })
      notify()
      return reads.find(id)
    },
  }
}

/** True when there is room for another runner, if need be after the machine that was not seen for longest is removed. */
async function makeRoom(tx: TenantTransaction, projectId: string, now: Date): Promise<boolean> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`runners ${projectId}`}, 0))`
  if ((await tx.runner.count({ where: { projectId } })) < MAX_RUNNERS) return true
  const unseen = await tx.runner.findFirst({
    where: { projectId, kind: 'machine', seenAt: { lt: new Date(now.getTime() - UNSEEN_MS) } },
    orderBy: { seenAt: 'asc' },
    select: { id: true },
  })
  if (unseen === null) return false
  await tx.runner.delete({ where: { projectId_id: { projectId, id: unseen.id } } })
  return true
}
