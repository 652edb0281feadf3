import { managingProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'
import { AuditInput, readInput } from './audit-input.ts'

export const auditRouter = router({
  /** What was changed in a project, and by whom; for maintainers. */
  list: managingProcedure.input(AuditInput).query(({ ctx, input }) => ctx.access.queries.audit.list(readInput(input))),
})
