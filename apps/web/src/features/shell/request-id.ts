/** Our listener writes the id of a request into this header (packages/api/src/access/request-facts.ts). */
export const REQUEST_ID_HEADER = 'x-assay-request-id'

/** Returns the id of the request that loaded this document; null while a page is rendered on the server. */
export const readRequestId = (): string | null =>
  typeof document === 'undefined' ? null : (document.documentElement.dataset.requestId ?? null)
