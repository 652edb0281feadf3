import { randomUUID } from 'node:crypto'
import { actorKeyOf } from '../events/event-notifier.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { RunnerHistory } from './run-request-types.ts'

export async function restoreHistory(
  { projectId, by, prisma }: TenantScope,
  { runners, plans, requests, logs }: RunnerHistory,
): Promise<void> {
  const skipDuplicates = true
  const requestedByKey = actorKeyOf(by)
  const attempts = requests.flatMap(({ id: requestId, attempts: own }) => own.map((one) => ({ requestId, ...one })))
  await prisma.$transaction(async (tx) => {
    await tx.runner.createMany({
      data: runners.map(({ isOnline: _, ...runner }) => ({
        ...{ projectId, id: randomUUID(), tokenName: by.name, ...runner },
      })),
      skipDuplicates,
    })
    await tx.runPlan.createMany({ data: plans.map((plan) => ({ projectId, requestedByKey, ...plan })), skipDuplicates })
    await tx.runRequest.createMany({
      data: requests.map(({ attempts: own, runner, ...request }) => ({
        ...{ projectId, requestedByKey, ...request, runnerName: runner },
        ...{ attemptCount: own.length, fencingToken: own.length },
        acceptedAttemptId: own.find(({ state }) => state === 'accepted')?.id ?? null,
      })),
      skipDuplicates,
    })
    await tx.runAttempt.createMany({
      data: attempts.map(({ runner, ...attempt }) => ({
        ...{ projectId, ...attempt, runnerName: runner, fencingToken: attempt.number },
      })),
      skipDuplicates,
    })
    await tx.runAttemptLog.createMany({
      data: Object.entries(logs)
        .filter(([, text]) => text !== '')
        .map(([attemptId, text]) => ({ projectId, attemptId, number: 0, text, sizeBytes: Buffer.byteLength(text) })),
      skipDuplicates,
    })
  })
}
