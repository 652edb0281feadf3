import { AsyncLocalStorage } from 'node:async_hooks'

/** How the request that is handled now can be moved to the process for heavy requests. */
type RequestMove = {
  /**
   * Asks the proxy to send the request to the process for heavy requests; null when that is not possible. Returns false
   * when the response has begun.
   */
  move: (() => boolean) | null
  /** True when another process counted the request in its rate limits before it moved it here. */
  isCounted: boolean
}

// Next bundles pages separately from our listener, and both must use the same storage.
declare global {
  var assayRequestMove: AsyncLocalStorage<RequestMove> | undefined
}

function storage(): AsyncLocalStorage<RequestMove> {
  globalThis.assayRequestMove ??= new AsyncLocalStorage()
  return globalThis.assayRequestMove
}

/** Runs the handler of a request that can be moved, or was. */
export const withRequestMove = <T>(move: RequestMove, handle: () => T): T => storage().run(move, handle)

/**
 * Moves the request that is handled now to the process for heavy requests, so that this process keeps answering others.
 * The returned promise never resolves when it was moved, because the response has been sent and nothing may follow.
 * Call it before anything is stored, and never inside a transaction.
 */
export async function moveIfPossible(): Promise<void> {
  if (storage().getStore()?.move?.() === true) await new Promise<never>(() => undefined)
}

/** Keeps the request in this process from now on, because it stores something. */
export function keepHere(): void {
  const context = storage().getStore()
  if (context !== undefined) context.move = null
}

/** True when another process counted this request in its rate limits already. */
export const isCountedElsewhere = (): boolean => storage().getStore()?.isCounted === true
