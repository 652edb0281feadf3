import { AsyncLocalStorage } from 'node:async_hooks'

/** The id is read lazily, because the listener writes it into the request after this context is created. */
type RequestContext = { requestId: () => string | null }

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
  storage().run({ requestId }, handle)

/** The id of the request that is handled now; null outside of requests. */
export const currentRequestId = (): string | null => storage().getStore()?.requestId() ?? null
