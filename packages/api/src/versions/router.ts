import { z } from 'zod'
import { managingProcedure, projectProcedure } from '../access/project-input.ts'
import { found } from '../catalog/router.ts'
import { router } from '../trpc.ts'
import { readVersion } from './read-version.ts'

const name = z.string().min(1).max(200)

export const versionsRouter = router({
  /** What got better and worse in a version since the release before it, the first of its major, and the pinned base. */
  get: projectProcedure
    .input(z.object({ product: name, version: name }))
    .query(async ({ ctx, input }) => found(await readVersion(ctx.access, input), 'version')),
  /** Chooses the base that versions of a product are compared with besides; null takes the choice back. */
  pin: managingProcedure
    .input(z.object({ product: name, version: name.nullable() }))
    .mutation(async ({ ctx, input }) => {
      found((await ctx.access.queries.pins.pin(input.product, input.version)) || null, 'version')
    }),
})
