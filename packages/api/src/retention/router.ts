import { z } from 'zod'
import { managingProcedure, owningProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'

const Days = z.int().min(1).max(36_600).nullable()

export const retentionRouter = router({
  rule: managingProcedure.query(({ ctx }) => ctx.access.queries.retention.rule()),
  /** Null keeps forever. What the rule does not keep is deleted in the following night. */
  setRule: owningProcedure
    .input(z.object({ rule: z.strictObject({ fileDays: Days, sampleDays: Days }) }))
    .mutation(({ ctx, input }) => ctx.access.queries.retention.setRule(input.rule)),
})
