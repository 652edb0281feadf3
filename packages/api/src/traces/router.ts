import { TraceUrl } from '@assay/domain/run/trace-url'
import { z } from 'zod'
import { managingProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'

export const tracesRouter = router({
  url: managingProcedure.query(({ ctx }) => ctx.access.queries.traces.url()),
  /** Null removes the address; runs then show the ids of their traces without links. */
  setUrl: managingProcedure
    .input(z.object({ url: TraceUrl.nullable() }))
    .mutation(({ ctx, input }) => ctx.access.queries.traces.setUrl(input.url)),
})
