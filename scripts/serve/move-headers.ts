/** Written by the proxy into a request that it can send again. */
export const MOVABLE_HEADER = 'x-assay-movable'
/** Written by the proxy into a request that another process counted and then moved. */
export const MOVED_HEADER = 'x-assay-moved'
/** Written into the response that asks the proxy to send the request to the process for heavy requests. */
export const MOVE_HEADER = 'x-assay-move'
