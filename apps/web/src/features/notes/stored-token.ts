const KEY = 'assay-token'

/** The token that this browser was told before; empty where it was not, or may not keep anything. */
export function readToken(): string {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Kept in this browser only, after the server has taken it. */
export function writeToken(token: string): void {
  try {
    globalThis.localStorage?.setItem(KEY, token)
  } catch {
    // A browser that keeps nothing asks again.
  }
}
