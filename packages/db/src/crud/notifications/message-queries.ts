import type { JobDebouncer } from '../../jobs/job-debouncer.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { listWeeklyChannels } from './active-channels.ts'
import { claimMessage, rescheduleMessage } from './claim-message.ts'
import {
  deleteOldMessages,
  enqueueDueJobs,
  enqueueMessage,
  redeliverMessage,
  releaseConfirmed,
} from './enqueue-messages.ts'
import { listHeldFindings } from './held-findings.ts'
import { findSubject, listSummarized } from './message-subject.ts'
import type { MessageQueries } from './notification-types.ts'
import { findMessage, listFindingEvents, listMessages } from './read-messages.ts'
import { dropMessages, recordAttempt, updateSummarized } from './record-attempt.ts'

/** The outbox of a project: messages to its channels and subscribers, with the log of their delivery. */
export function messageQueries(scoped: TenantScope, queue: JobDebouncer): MessageQueries {
  const { projectId, prisma } = scoped
  return {
    list: (page) => listMessages(scoped, page),
    find: (id) => findMessage(scoped, id),
    listFindingEvents: (span) => listFindingEvents(scoped, span),
    listWeeklyChannels: () => listWeeklyChannels(prisma, projectId),

    claim: (id, at, leaseMs) => claimMessage(scoped, id, at, leaseMs),
    reschedule: (id, until) => rescheduleMessage(scoped, id, until),
    findSubject: (id, at) => findSubject(scoped, id, at),
    listSummarized: (id, at) => listSummarized(scoped, id, at),
    async saveBody(id, body) {
      await prisma.message.updateMany({ where: { projectId, id }, data: { body } })
    },
    recordAttempt: (id, attempt, maxFailures) => recordAttempt(scoped, id, attempt, maxFailures),
    drop: (id, why) =>
      prisma.$transaction(async (tx) => {
        await dropMessages(tx, projectId, [id], why)
        await updateSummarized(tx, projectId, id)
      }),

    enqueue: (message) => enqueueMessage(scoped, message),
    redeliver: (id) => redeliverMessage(scoped, id),
    releaseConfirmed: () => releaseConfirmed(scoped),
    listHeldFindings: () => listHeldFindings(scoped),
    enqueueDueJobs: (at) => enqueueDueJobs(scoped, queue, at),
    deleteOld: (before) => deleteOldMessages(scoped, before),
  }
}
