import { appRouter } from '@assay/api/router'
import type { z } from 'zod'

export type Procedure = {
  _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[]; meta?: { verb?: string } }
}

/** Lists all procedures by their path, such as `runs.upload`. */
export function listProcedures(): [path: string, procedure: Procedure][] {
  // tRPC's public types lack the flat record of procedures that its own adapters read.
  const { procedures } = (appRouter as unknown as { _def: { procedures: Record<string, Procedure> } })._def
  return Object.entries(procedures)
}
