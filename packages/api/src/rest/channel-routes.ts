import type { Message as StoredMessage } from '@assay/db/types'
import { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { actorOf, type Caller, projectFor } from '../access/resolve-access.ts'
import type { AppErrorCode } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { findMessage, listMessages, redeliver } from '../notifications/channel-actions.ts'
import type { ChannelOwner } from '../notifications/channel-owner.ts'
import type { Services } from '../services.ts'
import { type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const OfTarget = InProject.extend({ targetId: z.uuid() })
const OfMessage = InProject.extend({ messageId: z.uuid() })
const MANAGE: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found']

const Message = z.object({
  id: z.string(),
  targetId: z.string(),
  kind: z.string(),
  findingId: z.string().nullable(),
  occasion: z.string(),
  state: z.enum(['held', 'waiting', 'delivered', 'failed', 'dropped']),
  attempts: z.int(),
  nextAt: z.string().nullable(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  note: z.string().nullable(),
})

const Try = z.object({
  id: z.string(),
  at: z.string(),
  delivered: z.boolean(),
  status: z.int().nullable(),
  reply: z.string(),
  tookMs: z.int(),
})

/** Version 1 of the REST interface calls a channel a target and a subscription a listener; its keys do not change. */
const toRestMessage = <T extends Pick<StoredMessage, 'channelId' | 'subscriptionId'>>({
  channelId: targetId,
  subscriptionId: listenerId,
  ...message
}: T) => ({ ...message, targetId, listenerId })

const json = (description: string, schema: z.ZodType) => [
  { status: 200, description, mediaType: 'application/json', schema },
]

async function ownerFor(services: Services, caller: Caller, slug: string) {
  const access = await projectFor(services, caller, slug, 'manage')
  if (!access.ok) return access
  const { project, queries } = access.value
  const owner: ChannelOwner = { project, queries, personId: null, by: actorOf(caller) }
  return { ok: true as const, value: owner }
}

/** Notification channels of a project and the log of their messages, for its maintainers. */
export const channelRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/targets',
    operationId: 'listTargets',
    summary: 'Notification channels of a project',
    access: 'upload',
    pathSchema: InProject,
    answers: json('Oldest first, without secrets', z.object({ targets: z.array(NotificationChannel) })),
    errors: MANAGE,
    async handle({ services, caller, path }) {
      const owner = await ownerFor(services, caller, path.project)
      if (!owner.ok) return problemResponse(owner.error)
      return jsonResponse({ targets: await services.db.channels.list(owner.value.project.id) })
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/targets/{targetId}/messages',
    operationId: 'listMessages',
    summary: 'Messages to a notification channel',
    access: 'upload',
    pathSchema: OfTarget,
    querySchema: z.strictObject({ before: z.uuid().optional() }),
    answers: json(
      'Newest first, 200 at most; `before` is the id of the last one that is known',
      z.object({ messages: z.array(Message) }),
    ),
    errors: [...MANAGE, 'query-invalid'],
    async handle({ services, caller, path, query }) {
      const owner = await ownerFor(services, caller, path.project)
      if (!owner.ok) return problemResponse(owner.error)
      const input = { id: path.targetId, before: query.before ?? null, limit: 200 }
      const messages = await listMessages(services, owner.value, input)
      return messages.ok
        ? jsonResponse({ messages: messages.value.map(toRestMessage) })
        : problemResponse(messages.error)
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/messages/{messageId}',
    operationId: 'getMessage',
    summary: 'A message with each attempt to send it',
    access: 'upload',
    pathSchema: OfMessage,
    answers: json(
      'The beginning of the message, and of each response',
      Message.extend({ body: z.string().nullable(), tries: z.array(Try) }),
    ),
    errors: MANAGE,
    async handle({ services, caller, path }) {
      const owner = await ownerFor(services, caller, path.project)
      if (!owner.ok) return problemResponse(owner.error)
      const message = await findMessage(services, owner.value, path.messageId)
      return message.ok ? jsonResponse(toRestMessage(message.value)) : problemResponse(message.error)
    },
  }),
  restRoute({
    method: 'post',
    path: '/api/v1/projects/{project}/messages/{messageId}/deliveries',
    operationId: 'redeliverMessage',
    summary: 'Send a message again, with the same id',
    access: 'upload',
    pathSchema: OfMessage,
    answers: [{ status: 204, description: 'The message is queued' }],
    errors: [...MANAGE, 'conflict'],
    async handle({ services, caller, path }) {
      const owner = await ownerFor(services, caller, path.project)
      if (!owner.ok) return problemResponse(owner.error)
      const done = await redeliver(services, owner.value, path.messageId)
      return done.ok ? new Response(null, { status: 204 }) : problemResponse(done.error)
    },
  }),
]
