/** Result of a function that can fail: either a value, or an error with the values that its message needs. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const err = <E>(error: E): { ok: false; error: E } => ({ ok: false, error })

/** Returns the value of a result that cannot be an error here; throws otherwise, because that is a bug. */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value
  throw new Error(`unwrap of an error: ${JSON.stringify(result.error)}`)
}

/** Throws when a condition that must hold does not; `why` states the reason. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${why}`)
}
