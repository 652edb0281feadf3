import { err, ok } from '@assay/domain/result'
import { z } from 'zod'
import { managingProcedure } from '../access/project-input.ts'
import { actorOf } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { personProcedure } from '../organizations/organization-access.ts'
import { checkRecentSignIn } from '../projects/check-recent-sign-in.ts'
import { orThrow, router } from '../trpc.ts'
import { HOUR_MS, newToken, TOKEN_DAYS, TOKEN_KINDS, TOKEN_OVERLAP_HOURS } from './new-token.ts'

const days = z.int().min(TOKEN_DAYS.min).max(TOKEN_DAYS.max).default(TOKEN_DAYS.usual)
const byId = z.object({ id: z.uuid() })

export const tokensRouter = router({
  /** All tokens of the project, including expired and revoked ones, each with its last four characters only. */
  list: managingProcedure.query(({ ctx }) => ctx.services.db.tokens.list(ctx.access.project.id)),

  /** The caller's tokens, in all projects. */
  mine: personProcedure.query(({ ctx }) => ctx.services.db.tokens.listMadeBy(ctx.person.id)),

  /** @returns the token, which is shown only once */
  create: managingProcedure
    .input(z.object({ kind: z.enum(TOKEN_KINDS), name: z.string().trim().min(1).max(100), days }))
    .mutation(async ({ ctx, input }) => {
      orThrow(checkRecentSignIn(ctx))
      const { secret, stored } = newToken(ctx.services, ctx.access.project.id, input)
      const token = await ctx.services.db.tokens.make(stored, actorOf(ctx.caller))
      return { secret, token }
    }),

  /**
   * Replaces a token by a new one; the old one works for some more hours, so that runners can be reconfigured. @returns
   * the new token, which is shown only once
   */
  rotate: managingProcedure
    .input(
      byId.extend({
        days,
        overlapHours: z
          .int()
          .min(0)
          .max(30 * 24)
          .default(TOKEN_OVERLAP_HOURS),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      orThrow(checkRecentSignIn(ctx))
      const { services, access } = ctx
      const of = { projectId: access.project.id, id: input.id }
      const old = await services.db.tokens.find(of)
      if (old === null) return orThrow(err(NO_TOKEN))
      const { secret, stored } = newToken(services, of.projectId, { ...old, days: input.days })
      const at = services.now()
      const time = { at, until: new Date(at.getTime() + input.overlapHours * HOUR_MS) }
      const token = await services.db.tokens.rotate(of, stored, time, actorOf(ctx.caller))
      return token === null ? orThrow(err(TOKEN_EXPIRED)) : { secret, token }
    }),

  /** Revokes a token; it is refused from the response on. */
  revoke: managingProcedure.input(byId).mutation(async ({ ctx, input }) => {
    const { services, access } = ctx
    const of = { projectId: access.project.id, id: input.id }
    const gone = await services.db.tokens.revoke(of, services.now(), actorOf(ctx.caller))
    orThrow(gone ? ok(null) : err(NO_TOKEN))
  }),
})

const NO_TOKEN = appError('not-found', 'There is no such token in this project. Reload the list of tokens.')
const TOKEN_EXPIRED = appError('conflict', 'This token has expired or was replaced. Create a new one.')
