import { z } from 'zod'

/** The SQLSTATE of an error that the server sent, to pg or to Prisma; null for any other error. */
export function sqlState(error: unknown): string | null {
  const { code } = serverError(error)
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/**
 * True if the server refused a row because of a unique key of the table. The name of a shard or partition is the name
 * of its table with a suffix. Prisma, and a node that relays the error of another node, do not name the table.
 */
export function isDuplicate(error: unknown, table: string): boolean {
  if (sqlState(error) !== SQL_STATE.uniqueViolation) return false
  const { table: found } = serverError(error)
  return (
    typeof found !== 'string' ||
    found === table ||
    (/^_p?\d+$/.test(found.slice(table.length)) && found.startsWith(table))
  )
}

/** The message of an error that the server sent, to pg or to Prisma; empty for any other error. */
export function messageOfServer(error: unknown): string {
  const { message } = serverError(error)
  if (typeof message === 'string') return message
  return error instanceof Error ? error.message : ''
}

export const SQL_STATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  undefinedTable: '42P01',
  readOnlyTransaction: '25006',
  /** Raised by the triggers that enforce quotas. */
  quotaExceeded: 'QUOTA',
} as const

/** The shape of a Prisma error that contains the server's error. */
const PrismaError = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        originalCode: z.string(),
        originalMessage: z.string().optional(),
      }),
    }),
  }),
})

function serverError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {}
  const { data } = PrismaError.safeParse(error)
  if (data === undefined) return { ...error }
  const { originalCode, originalMessage } = data.meta.driverAdapterError.cause
  return { code: originalCode, message: originalMessage }
}
