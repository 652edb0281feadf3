import { TargetKind, TargetOptions } from '@assay/domain/notifications/channel-options'
import { err, invariant, ok } from '@assay/domain/result'
import { z } from 'zod'
import { managingProcedure, projectProcedure } from '../access/project-input.ts'
import { actorOf, type ProjectAccess } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { personProcedure } from '../organizations/organization-access.ts'
import { demandRecent } from '../projects/recent.ts'
import { type Context, orThrow, router } from '../trpc.ts'
import {
  findMessage,
  listMessages,
  makeTarget,
  NO_TARGET,
  redeliver,
  renewSecret,
  sendTest,
} from './channel-actions.ts'
import { ownedTarget, type TargetOwner } from './channel-owner.ts'
import { newFeedKey } from './feed-key.ts'
import { ownTargets } from './list-own-channels.ts'

const byId = z.object({ id: z.uuid() })
const byMessage = z.object({ messageId: z.uuid() })

const Making = z.object({
  kind: TargetKind,
  /** Of a person's own mail it is that of the account, and nothing is asked. */
  address: z.string().trim().max(2_000).default(''),
  options: TargetOptions,
})
const Paging = byId.extend({ before: z.uuid().nullable().default(null), limit: z.int().min(1).max(200).default(50) })

const ownerOf = ({ caller }: Context, { project, queries }: ProjectAccess, personId: string | null): TargetOwner => ({
  ...{ project, queries, personId },
  by: actorOf(caller),
})

/** Of a project: its maintainers see and change them. */
const ofProject = managingProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, owner: ownerOf(ctx, ctx.access, null) } }),
)

/** A person's own, in a project that they read. */
const ofPerson = projectProcedure.use(({ ctx, next }) => {
  const { caller } = ctx
  const personId = orThrow(
    caller.kind === 'person' ? ok(caller.person.id) : err(appError('token-missing', 'Sign in to be told of findings.')),
  )
  return next({ ctx: { ...ctx, owner: ownerOf(ctx, ctx.access, personId) } })
})

function personIn({ personId }: TargetOwner): string {
  invariant(personId !== null, 'ofPerson lets in nobody else')
  return personId
}

/** The same doors for both; what differs is who comes in. */
const doors = <Procedure extends typeof ofProject>(procedure: Procedure) => ({
  /** @returns the secret by which its messages are signed, this once; null where none is. */
  make: procedure.input(Making).mutation(async ({ ctx, input }) => {
    orThrow(demandRecent(ctx))
    return orThrow(await makeTarget(ctx.services, ctx.owner, input))
  }),
  get: procedure.input(byId).query(async ({ ctx, input }) => {
    const target = await ctx.services.db.telling.find(ownedTarget(ctx.owner, input.id))
    return orThrow(target === null ? err(NO_TARGET) : ok(target))
  }),
  change: procedure.input(byId.extend({ options: TargetOptions })).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.telling.change(ownedTarget(ctx.owner, input.id), input.options, ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_TARGET))
  }),
  pause: procedure.input(byId.extend({ paused: z.boolean() })).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.telling.pause(ownedTarget(ctx.owner, input.id), input.paused, ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_TARGET))
  }),
  remove: procedure.input(byId).mutation(async ({ ctx, input }) => {
    const done = await ctx.services.db.telling.remove(ownedTarget(ctx.owner, input.id), ctx.owner.by)
    orThrow(done ? ok(null) : err(NO_TARGET))
  }),
  /** @returns the new secret, this once; the old one signs nothing any more. */
  renewSecret: procedure.input(byId).mutation(async ({ ctx, input }) => {
    orThrow(demandRecent(ctx))
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

export const tellingRouter = router({
  list: managingProcedure.query(async ({ ctx }) => ({
    targets: await ctx.services.db.telling.list(ctx.access.project.id),
    mail: ctx.services.mail.configured,
  })),
  ...doors(ofProject),
})

export const ownTellingRouter = router({
  /** The caller's own, in all projects. */
  list: personProcedure.query(async ({ ctx }) => ({
    ...(await ownTargets(ctx.services, ctx.caller, ctx.person.id)),
    feeds: await ctx.services.db.telling.feedKeys(ctx.person.id),
    mail: ctx.services.mail.configured,
  })),
  /** Takes away one of the caller's own, also where they do not read the project any more. */
  forget: personProcedure.input(byId).mutation(async ({ ctx: { services, person, by }, input: { id } }) => {
    const found = (await services.db.telling.listOf(person.id)).find((one) => one.id === id)
    const owned = found === undefined ? null : { projectId: found.projectId, personId: person.id, id }
    const done = owned !== null && (await services.db.telling.remove(owned, by))
    orThrow(done ? ok(null) : err(NO_TARGET))
  }),
  /** @returns the address of the project's feed for the caller, this once; one that they had opens nothing any more. */
  makeFeed: ofPerson.mutation(async ({ ctx }) => {
    orThrow(demandRecent(ctx))
    const { services, owner } = ctx
    const key = newFeedKey()
    const { id: projectId, slug } = owner.project
    await services.db.telling.setFeedKey(
      { projectId, personId: personIn(owner), keySha256: services.tokenHash(key) },
      owner.by,
    )
    return { address: `${services.publicUrl}/p/${slug}/findings/feed.xml?key=${key}` }
  }),
  removeFeed: ofPerson.mutation(async ({ ctx: { services, owner } }) => {
    const key = { projectId: owner.project.id, personId: personIn(owner) }
    const done = await services.db.telling.removeFeedKey(key, owner.by)
    orThrow(done ? ok(null) : err(appError('not-found', 'You have no feed of this project.')))
  }),
  ...doors(ofPerson),
})
