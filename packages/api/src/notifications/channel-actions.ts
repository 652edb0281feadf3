import { randomUUID } from 'node:crypto'
import type { Message, MessageAttempt } from '@assay/db/types'
import type { ChannelKind, ChannelOptions } from '@assay/domain/notifications/channel-options'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type ChannelOwner, ownedChannel } from './channel-owner.ts'
import { newSigningSecret, prepareChannel } from './prepare-channel.ts'

/** Maximum channels of a project, and of a person in each project. */
const MAX_CHANNELS_PER_OWNER = 20
const MAX_BODY_CHARACTERS = 4_000

/** @returns the id, and the signing secret of a webhook, which is shown only once; null for other kinds */
export async function createChannel(
  services: Services,
  owner: ChannelOwner,
  input: { kind: ChannelKind; address: string; options: ChannelOptions },
): Promise<Result<{ id: string; secret: string | null }, AppError>> {
  const made = await prepareChannel(services, owner, input)
  if (!made.ok) return made
  const id = await services.db.channels.create(made.value.stored, owner.by, MAX_CHANNELS_PER_OWNER)
  if (id === null)
    return err(appError('conflict', `There are ${MAX_CHANNELS_PER_OWNER} channels already. Remove one first.`))
  return ok({ id, secret: made.value.secret })
}

/** Replaces the signing secret; messages are no longer signed with the old one. */
export async function renewSecret(
  { db, vault }: Services,
  owner: ChannelOwner,
  id: string,
): Promise<Result<{ secret: string }, AppError>> {
  const channel = await db.channels.find(ownedChannel(owner, id))
  if (channel === null) return err(NO_CHANNEL)
  if (channel.kind !== 'webhook')
    return err(
      appError('query-invalid', 'Only webhooks are signed; other channels have no secret to renew. Choose a webhook.'),
    )
  const secret = newSigningSecret()
  const done = await db.channels.renewSecret(ownedChannel(owner, id), vault.seal(secret), owner.by)
  return done ? ok({ secret }) : err(NO_CHANNEL)
}

/** Sends a test message. */
export async function sendTest({ db }: Services, owner: ChannelOwner, id: string): Promise<Result<null, AppError>> {
  if ((await db.channels.find(ownedChannel(owner, id))) === null) return err(NO_CHANNEL)
  await owner.queries.messages.enqueue({ channelId: id, kind: 'test', occasion: `test ${randomUUID()}` })
  return ok(null)
}

export async function listMessages(
  { db }: Services,
  owner: ChannelOwner,
  { id, before, limit }: { id: string; before: string | null; limit: number },
): Promise<Result<Message[], AppError>> {
  if ((await db.channels.find(ownedChannel(owner, id))) === null) return err(NO_CHANNEL)
  return ok(await owner.queries.messages.list({ channelId: id, before, limit }))
}

export type LoggedMessage = Message & { body: string | null; tries: MessageAttempt[] }

/** Returns a message with the beginning of its body and the response to each attempt. */
export async function findMessage(
  { db }: Services,
  owner: ChannelOwner,
  messageId: string,
): Promise<Result<LoggedMessage, AppError>> {
  const message = await owner.queries.messages.find(messageId)
  const channelId = message?.channelId ?? null
  if (message === null || channelId === null) return err(NO_MESSAGE)
  if ((await db.channels.find(ownedChannel(owner, channelId))) === null) return err(NO_MESSAGE)
  return ok({ ...message, body: message.body?.slice(0, MAX_BODY_CHARACTERS) ?? null })
}

/** Sends a message again under the same id. */
export async function redeliver(
  services: Services,
  owner: ChannelOwner,
  messageId: string,
): Promise<Result<null, AppError>> {
  const found = await findMessage(services, owner, messageId)
  if (!found.ok) return found
  if (await owner.queries.messages.redeliver(messageId)) return ok(null)
  return err(appError('conflict', 'The message is being sent. Try again in a minute.'))
}

export const NO_CHANNEL = appError(
  'not-found',
  'There is no such notification channel here. Reload the list of channels.',
)
const NO_MESSAGE = appError('not-found', 'There is no such message here. Reload the log of the channel.')
