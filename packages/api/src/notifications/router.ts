import { randomBytes } from 'node:crypto'
import { ChannelKind, ChannelOptions } from '@assay/domain/notifications/channel-options'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, invariant, ok } from '@assay/domain/result'
import { z } from 'zod'
import { managingProcedure, projectProcedure } from '../access/project-input.ts'
import { actorOf, type ProjectAccess } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { personProcedure } from '../organizations/organization-access.ts'
import { checkRecentSignIn } from '../projects/check-recent-sign-in.ts'
import { type Context, orThrow, router } from '../trpc.ts'
import {
  createChannel,
  findMessage,
  listMessages,
  NO_CHANNEL,
  redeliver,
  renewSecret,
  sendTest,
} from './channel-actions.ts'
import { type ChannelOwner, ownedChannel } from './channel-owner.ts'
import { listOwnChannels } from './list-own-channels.ts'

const byId = z.object({ id: z.uuid() })
const byMessage = z.object({ messageId: z.uuid() })

const NewChannelInput = z.object({
  kind: ChannelKind,
  /** Empty for a person's own mail, which goes to the address of the account. */
  address: z.string().trim().max(2_000).default(''),
  options: ChannelOptions,
})
const Paging = byId.extend({ before: z.uuid().nullable().default(null), limit: z.int().min(1).max(200).default(50) })

const ownerOf = ({ caller }: Context, { project, queries }: ProjectAccess, personId: string | null): ChannelOwner => ({
  ...{ project, queries, personId },
  by: actorOf(caller),
})

/** Channels of a project, which its maintainers manage. */
const ofProject = managingProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, owner: ownerOf(ctx, ctx.access, null) } }),
)

/** A person's own channels in a project that they may read. */
const ofPerson = projectProcedure.use(({ ctx, next }) => {
  const { caller } = ctx
  const personId = orThrow(
    caller.kind === 'person'
      ? ok(caller.person.id)
      : err(appError('token-missing', 'Sign in to get notifications of findings.')),
  )
  return next({ ctx: { ...ctx, owner: ownerOf(ctx, ctx.access, personId) } })
})

function personIn({ personId }: ChannelOwner): string {
  invariant(personId !== null, 'ofPerson sets the person')
  return personId
}

/** The procedures that channels of projects and of persons share; `procedure` checks the access. */
const channelProcedures = <Procedure extends typeof ofProject>(procedure: Procedure) => ({
  /** @returns the signing secret of a webhook, which is shown only once; null for other kinds */
  create: procedure.input(NewChannelInput).mutation(async ({ ctx, input }) => {
    orThrow(checkRecentSignIn(ctx))
    return orThrow(await createChannel(ctx.services, ctx.owner, input))
  }),
  get: procedure.input(byId).query(async ({ ctx, input }) => {
    const channel = await ctx.services.db.channels.find(ownedChannel(ctx.owner, input.id))
    return orThrow(channel === null ? err(NO_CHANNEL) : ok(channel))
  }),
  update: procedure.input(byId.extend({ options: ChannelOptions })).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.channels.update(ownedChannel(ctx.owner, input.id), input.options, ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_CHANNEL))
  }),
  pause: procedure.input(byId.extend({ paused: z.boolean() })).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.channels.pause(ownedChannel(ctx.owner, input.id), input.paused, ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_CHANNEL))
  }),
  remove: procedure.input(byId).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.channels.remove(ownedChannel(ctx.owner, input.id), ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_CHANNEL))
  }),
  /** @returns the new secret, which is shown only once; messages are no longer signed with the old one */
  renewSecret: procedure.input(byId).mutation(async ({ ctx, input }) => {
    orThrow(checkRecentSignIn(ctx))
    return orThrow(await renewSecret(ctx.services, ctx.owner, input.id))
  }),
  test: procedure.input(byId).mutation(async ({ ctx, input }) => {
    orThrow(await sendTest(ctx.services, ctx.owner, input.id))
  }),
  messages: procedure
    .input(Paging)
    .query(async ({ ctx, input }) => orThrow(await listMessages(ctx.services, ctx.owner, input))),
  message: procedure
    .input(byMessage)
    .query(async ({ ctx, input }) => orThrow(await findMessage(ctx.services, ctx.owner, input.messageId))),
  redeliver: procedure.input(byMessage).mutation(async ({ ctx, input }) => {
    orThrow(await redeliver(ctx.services, ctx.owner, input.messageId))
  }),
})

export const notificationsRouter = router({
  list: managingProcedure.query(async ({ ctx }) => ({
    channels: await ctx.services.db.channels.list(ctx.access.project.id),
    mail: ctx.services.mail.configured,
  })),
  ...channelProcedures(ofProject),
})

export const ownNotificationsRouter = router({
  /** The caller's own channels in all projects. */
  list: personProcedure.query(async ({ ctx }) => ({
    ...(await listOwnChannels(ctx.services, ctx.caller, ctx.person.id)),
    feeds: await ctx.services.db.channels.listFeedKeys(ctx.person.id),
    mail: ctx.services.mail.configured,
  })),
  /** Removes one of the caller's own channels, also in a project that they may not read any more. */
  removeOwn: personProcedure.input(byId).mutation(async ({ ctx: { services, person, by }, input: { id } }) => {
    const found = (await services.db.channels.listOfPerson(person.id)).find((one) => one.id === id)
    const owned = found === undefined ? null : { projectId: found.projectId, personId: person.id, id }
    const done = owned !== null && (await services.db.channels.remove(owned, by))
    orThrow(done ? ok(null) : err(NO_CHANNEL))
  }),
  /**
   * @returns the address of the project's feed for the caller, which is shown only once; an earlier address stops
   *   working
   */
  createFeed: ofPerson.mutation(async ({ ctx }) => {
    orThrow(checkRecentSignIn(ctx))
    const { services, owner } = ctx
    const key = newFeedKey()
    const { id: projectId } = owner.project
    await services.db.channels.setFeedKey(
      { projectId, personId: personIn(owner), keySha256: services.tokenHash(key) },
      owner.by,
    )
    return { address: `${services.publicUrl}${pathOfProject(owner.project)}/findings/feed.xml?key=${key}` }
  }),
  removeFeed: ofPerson.mutation(async ({ ctx: { services, owner } }) => {
    const key = { projectId: owner.project.id, personId: personIn(owner) }
    const done = await services.db.channels.removeFeedKey(key, owner.by)
    orThrow(done ? ok(null) : err(appError('not-found', 'You have no feed of this project. Reload the page.')))
  }),
  ...channelProcedures(ofPerson),
})

/**
 * Creates a feed key: a prefix that secret scanners find, and 192 random bits. It opens the feed of one project and
 * nothing else.
 */
const newFeedKey = (): string => `assay_feed_${randomBytes(24).toString('base64url')}`
