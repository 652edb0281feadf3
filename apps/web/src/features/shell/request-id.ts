/** Our listener writes the id of a request into this header of it (packages/api/src/access/request-facts.ts). */
export const REQUEST_ID_HEADER = 'x-assay-request-id'

/** The id of the request that this document came with; null while a page is rendered on the server. */
export const readRequestId = (): string | null =>
  typeof document === 'undefined' ? null : (document.documentElement.dataset.requestId ?? null)
