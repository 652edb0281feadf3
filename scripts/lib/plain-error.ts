/** An error whose message states the problem and the next step. It is shown without a stack trace. */
export class PlainError extends Error {
  override name = 'PlainError'
}

/** Returns the text to print for a thrown value: a plain sentence, or the full stack when it is a bug. */
export function formatError(error: unknown): string {
  if (error instanceof PlainError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Returns the `code` of a system or Postgres error, such as ENOSPC or 42P01; undefined for every other value. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
