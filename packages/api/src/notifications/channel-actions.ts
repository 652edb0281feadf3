import { randomUUID } from 'node:crypto'
import type { Message, MessageAttempt } from '@assay/db/types'
import type { TargetKind, TargetOptions } from '@assay/domain/notifications/channel-options'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { ownedTarget, type TargetOwner } from './channel-owner.ts'
import { newSecret, newTarget } from './prepare-channel.ts'

/** So many a project has, and so many a person in each. */
const MAX_CHANNELS_PER_OWNER = 20
const LONGEST_BODY = 4_000

/** @returns the secret by which its messages are signed, this once; null where none is. */
export async function makeTarget(
  services: Services,
  owner: TargetOwner,
  asked: { kind: TargetKind; address: string; options: TargetOptions },
): Promise<Result<{ id: string; secret: string | null }, AppError>> {
  const made = await newTarget(services, owner, asked)
  if (!made.ok) return made
  const id = await services.db.telling.make(made.value.stored, owner.by, MAX_CHANNELS_PER_OWNER)
  if (id === null)
    return err(appError('conflict', `There are ${MAX_CHANNELS_PER_OWNER} targets already. Remove one first.`))
  return ok({ id, secret: made.value.secret })
}

/** A secret in place of the old one, which signs nothing any more. */
export async function renewSecret(
  { db, vault }: Services,
  owner: TargetOwner,
  id: string,
): Promise<Result<{ secret: string }, AppError>> {
  const target = await db.telling.find(ownedTarget(owner, id))
  if (target === null) return err(NO_TARGET)
  if (target.kind !== 'webhook') return err(appError('query-invalid', 'Only webhooks are signed.'))
  const secret = newSecret()
  const done = await db.telling.renewSecret(ownedTarget(owner, id), vault.seal(secret), owner.by)
  return done ? ok({ secret }) : err(NO_TARGET)
}

/** Sends a message that says that it is one to try with. */
export async function sendTest({ db }: Services, owner: TargetOwner, id: string): Promise<Result<null, AppError>> {
  if ((await db.telling.find(ownedTarget(owner, id))) === null) return err(NO_TARGET)
  await owner.queries.messages.say({ targetId: id, kind: 'test', occasion: `test ${randomUUID()}` })
  return ok(null)
}

export async function listMessages(
  { db }: Services,
  owner: TargetOwner,
  { id, before, limit }: { id: string; before: string | null; limit: number },
): Promise<Result<Message[], AppError>> {
  if ((await db.telling.find(ownedTarget(owner, id))) === null) return err(NO_TARGET)
  return ok(await owner.queries.messages.list({ targetId: id, before, limit }))
}

export type LoggedMessage = Message & { body: string | null; tries: MessageAttempt[] }

/** A message with what was sent and each answer; of its body the beginning. */
export async function findMessage(
  { db }: Services,
  owner: TargetOwner,
  messageId: string,
): Promise<Result<LoggedMessage, AppError>> {
  const message = await owner.queries.messages.find(messageId)
  const targetId = message?.targetId ?? null
  if (message === null || targetId === null) return err(NO_MESSAGE)
  if ((await db.telling.find(ownedTarget(owner, targetId))) === null) return err(NO_MESSAGE)
  return ok({ ...message, body: message.body?.slice(0, LONGEST_BODY) ?? null })
}

/** Sends it again, under its id. */
export async function redeliver(
  services: Services,
  owner: TargetOwner,
  messageId: string,
): Promise<Result<null, AppError>> {
  const found = await findMessage(services, owner, messageId)
  if (!found.ok) return found
  if (await owner.queries.messages.redeliver(messageId)) return ok(null)
  return err(appError('conflict', 'It is being sent right now. Look again in a minute.'))
}

export const NO_TARGET = appError('not-found', 'There is no such target here.')
const NO_MESSAGE = appError('not-found', 'There is no such message here.')
