import { err, ok } from '@assay/domain/result'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { nameOf } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'
import { changeShare, ShareChangeInput } from './change-share.ts'
import { createShare, freezeShare, NewShareInput, PreviewInput, productsToShare } from './create-share.ts'

/** Maximum listed shares, newest first. */
const MAX_PUBLISHED_SHARES = 100

export const sharesRouter = router({
  /** Links of the project, for members who can create links. */
  list: writingProcedure.query(({ ctx }) => ctx.access.queries.shares.list()),
  byId: writingProcedure.input(z.object({ id: z.uuid() })).query(async ({ ctx, input }) => {
    const share = await ctx.access.queries.shares.find(input.id)
    return orThrow(
      share === null
        ? err(appError('not-found', 'There is no such link. Reload the list of shared links.'))
        : ok(share),
    )
  }),
  /** Published shares of the organization, because their addresses have no project. Everybody can read them. */
  published: projectProcedure.query(({ ctx }) =>
    ctx.services.db.shares.listPublished(
      ctx.access.project.organization.slug,
      ctx.services.now(),
      MAX_PUBLISHED_SHARES,
    ),
  ),
  /** Limits of the organization for links, so that the page offers only what is allowed. */
  policy: writingProcedure.query(async ({ ctx }) => {
    const { maxDays } = await ctx.services.db.organizations.linkPolicy(ctx.access.project.organization.id)
    return { maxDays }
  }),
  /** Products in the content, so that the page can offer to mask them. */
  products: writingProcedure
    .input(z.object({ what: NewShareInput.shape.what }))
    .query(async ({ ctx, input }) =>
      orThrow(await productsToShare(ctx.services, ctx.access, input.what, ctx.services.now())),
    ),
  /** The share as a guest would see it; nothing is stored. */
  preview: writingProcedure.input(z.object({ share: PreviewInput })).query(async ({ ctx, input }) => {
    const about = { now: ctx.services.now(), by: nameOf(ctx.caller) }
    const frozen = orThrow(await freezeShare(ctx.services, ctx.access, input.share, about))
    return frozen.shown
  }),
  /** The secret is returned only here. */
  create: writingProcedure.input(z.object({ share: NewShareInput })).mutation(async ({ ctx, input }) => {
    const about = { now: ctx.services.now(), by: nameOf(ctx.caller) }
    return orThrow(await createShare(ctx.services, ctx.access, input.share, about))
  }),
  change: writingProcedure
    .input(z.object({ id: z.uuid(), change: ShareChangeInput }))
    .mutation(async ({ ctx, input }) => {
      return orThrow(await changeShare(ctx.services, ctx.access, input.id, input.change))
    }),
  revoke: writingProcedure.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    const revoked = await ctx.access.queries.shares.revoke(input.id, ctx.services.now())
    return orThrow(
      revoked
        ? ok(null)
        : err(
            appError(
              'not-found',
              'There is no such link, or it was revoked or has expired. Reload the list of shared links.',
            ),
          ),
    )
  }),
})
