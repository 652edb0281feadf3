/** The SQLSTATE of an error that the server sent; null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null
}

/** True when the server refused a row for this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    sqlState(error) === SQL_STATE.uniqueViolation &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  )
}

export const SQL_STATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  undefinedTable: '42P01',
} as const
