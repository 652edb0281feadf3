import { z } from 'zod'
import { managingProcedure, projectProcedure } from '../access/project-input.ts'
import { orNotFound } from '../or-not-found.ts'
import { router } from '../trpc.ts'
import { readVersionPage } from './version-page.ts'

const name = z.string().min(1).max(200)

export const versionsRouter = router({
  /**
   * Improvements and regressions of a version since the previous release, the first of its major, and the pinned base.
   */
  get: projectProcedure
    .input(z.object({ product: name, version: name }))
    .query(async ({ ctx, input }) => orNotFound(await readVersionPage(ctx.access, input), 'version')),
  /** Pins an additional base for the versions of a product; null removes it. */
  pin: managingProcedure
    .input(z.object({ product: name, version: name.nullable() }))
    .mutation(async ({ ctx, input }) => {
      orNotFound((await ctx.access.queries.pins.pin(input.product, input.version)) || null, 'version')
    }),
})
