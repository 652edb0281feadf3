import { z } from 'zod'
import { messageOfServer, SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { QuotaExceeded } from './quota-types.ts'

const Refusal: z.ZodType<QuotaExceeded> = z.object({
  kind: z.enum(['projects', 'members', 'runs', 'bytes', 'links']),
  of: z.enum(['organization', 'project']),
  name: z.string(),
  used: z.number(),
  max: z.number(),
})

/** Reads the refusal of a trigger that enforces quotas; null for any other error. */
export function quotaExceeded(error: unknown): QuotaExceeded | null {
  if (sqlState(error) !== SQL_STATE.quotaExceeded) return null
  return Refusal.parse(JSON.parse(messageOfServer(error)))
}
