import { AsyncLocalStorage } from 'node:async_hooks'

/** The id is asked when it is needed: the listener writes it into the request a moment after it came. */
type RequestContext = { requestId: () => string | null }

// Next bundles pages apart from our listener, and both have to see one storage.
declare global {
  var assayRequestContext: AsyncLocalStorage<RequestContext> | undefined
}

function storage(): AsyncLocalStorage<RequestContext> {
  globalThis.assayRequestContext ??= new AsyncLocalStorage()
  return globalThis.assayRequestContext
}

/** Runs the handler of a request; everything that it logs, and its problem documents, carry the id. */
export const withRequestId = <T>(requestId: RequestContext['requestId'], handle: () => T): T =>
  storage().run({ requestId }, handle)

/** The id of the request that is handled now; null outside of requests. */
export const currentRequestId = (): string | null => storage().getStore()?.requestId() ?? null
