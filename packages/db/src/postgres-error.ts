import { z } from 'zod'

/** The SQLSTATE of an error that the server sent, to pg or to Prisma; null for any other error. */
export function sqlState(error: unknown): string | null {
  const { code } = serverError(error)
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** True when the server refused a row for this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return sqlState(error) === SQL_STATE.uniqueViolation && serverError(error).constraint === constraint
}

export const SQL_STATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  undefinedTable: '42P01',
} as const

/** How an error of Prisma describes the one that the server sent. */
const PrismaError = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        originalCode: z.string(),
        constraint: z.object({ index: z.string().optional() }).optional(),
      }),
    }),
  }),
})

function serverError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {}
  const { data } = PrismaError.safeParse(error)
  if (data === undefined) return { ...error }
  const { originalCode, constraint } = data.meta.driverAdapterError.cause
  return { code: originalCode, constraint: constraint?.index }
}
