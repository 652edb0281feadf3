import { noiseReport } from '@assay/domain/compare/noise/noise-report'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { moveIfPossible } from '../http/move-request.ts'
import { orNotFound } from '../or-not-found.ts'
import { router } from '../trpc.ts'

export const noiseRouter = router({
  /** Noise estimates of one machine from repeats and from neighboring versions, by benchmark and metric. */
  ofHardware: projectProcedure.input(z.object({ id: z.uuid() })).query(async ({ ctx, input }) => {
    // It reads all repeats of the machine.
    await moveIfPossible()
    const { repeats, steps } = orNotFound(await ctx.access.queries.noise.ofHardware(input.id), 'hardware')
    return noiseReport(repeats, steps)
  }),
})
