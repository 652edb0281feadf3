import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppError } from '../errors.ts'

type RequestContext = {
  /** Read lazily, because the listener writes it into the request after this context is created. */
  requestId: () => string | null
  /** An error of the surroundings, such as a database that does not answer, because of which a page failed. */
  fault: AppError | null
}

// Next bundles pages separately from our listener, and both must use the same storage.
declare global {
  var assayRequestContext: AsyncLocalStorage<RequestContext> | undefined
}

function storage(): AsyncLocalStorage<RequestContext> {
  globalThis.assayRequestContext ??= new AsyncLocalStorage()
  return globalThis.assayRequestContext
}

/** Runs the handler of a request; its log lines and problem documents contain the id of the request. */
export const withRequestId = <T>(requestId: RequestContext['requestId'], handle: () => T): T =>
  storage().run({ requestId, fault: null }, handle)

/** The id of the request that is handled now; null outside of requests. */
export const currentRequestId = (): string | null => storage().getStore()?.requestId() ?? null

/** Remembers that the request failed because of this fault; see `faultOfRequest`. */
export function noteFault(fault: AppError): void {
  const context = storage().getStore()
  if (context !== undefined) context.fault ??= fault
}

/**
 * A function that returns the fault because of which the request that is handled now failed; null without one. It works
 * outside of the context of the request too, as in callbacks of its response.
 */
export function faultOfRequest(): () => AppError | null {
  const context = storage().getStore()
  return () => context?.fault ?? null
}
