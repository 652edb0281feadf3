import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { orThrow, router } from '../trpc.ts'
import { runGate } from './run-gate.ts'

export const gatesRouter = router({
  /** May the candidate pass? It changes nothing; documents are too long for the address of a query. */
  run: projectProcedure
    .input(z.object({ gate: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await runGate(ctx.services, ctx.access, input.gate))),
})
