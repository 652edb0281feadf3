import { managingProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'
import { AuditInput, parseAuditInput } from './audit-input.ts'
import { verifyAudit } from './verify-audit.ts'

export const auditRouter = router({
  /** The audit log of a project, for maintainers. */
  list: managingProcedure
    .input(AuditInput)
    .query(({ ctx, input }) => ctx.access.queries.audit.list(parseAuditInput(input))),
  /** Verifies the hash chain of the log. */
  verify: managingProcedure.query(({ ctx }) => verifyAudit(ctx.access.queries.audit.chain, ctx.services.auditSigner)),
})
