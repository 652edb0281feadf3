import { managingProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'
import { AuditInput, parseAuditInput } from './audit-input.ts'

export const auditRouter = router({
  /** The audit log of a project, for maintainers. */
  list: managingProcedure
    .input(AuditInput)
    .query(({ ctx, input }) => ctx.access.queries.audit.list(parseAuditInput(input))),
})
