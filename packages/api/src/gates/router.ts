import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { orThrow, router } from '../trpc.ts'
import { runGate } from './run-gate.ts'

export const gatesRouter = router({
  /**
   * Decides whether the candidate passes. It changes nothing; it is a mutation because documents are too long for the
   * address of a query.
   */
  run: projectProcedure
    .input(z.object({ gate: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await runGate(ctx.services, ctx.access, input.gate))),
})
