import type { IncomingMessage, ServerResponse } from 'node:http'
import { withRequestMove } from '@assay/api/http/move-request'
import { MOVABLE_HEADER, MOVE_HEADER, MOVED_HEADER } from './move-headers.ts'

const MISDIRECTED = 421

/**
 * Runs the handler of a request. Its use-cases can move the request to the process for heavy requests, as long as the
 * response has not begun (packages/api/src/http/move-request.ts).
 *
 * @param isBehindProxy true when only our proxy reaches this process; otherwise the headers are those of a client.
 */
export function handleMovable<T>(
  request: IncomingMessage,
  response: ServerResponse,
  isBehindProxy: boolean,
  handle: () => T,
): T {
  const isMovable = isBehindProxy && request.headers[MOVABLE_HEADER] !== undefined
  const isCounted = isBehindProxy && request.headers[MOVED_HEADER] !== undefined
  if (!isMovable && !isCounted) return handle()
  return withRequestMove({ move: isMovable ? mover(response) : null, isCounted }, handle)
}

function mover(response: ServerResponse): () => boolean {
  // Taken before other handlers replace them.
  const writeHead = response.writeHead.bind(response)
  const end = response.end.bind(response)
  let isMoved = false
  return () => {
    if (isMoved) return true
    if (response.headersSent || response.destroyed) return false
    isMoved = true
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    writeHead(MISDIRECTED, { [MOVE_HEADER]: '1', 'content-length': '0' })
    end()
    discardTheRest(response)
    return true
  }
}

/** A renderer may still write for a moment after the response has ended. */
function discardTheRest(response: ServerResponse): void {
  Object.assign(response, {
    setHeader: () => response,
    appendHeader: () => response,
    writeHead: () => response,
    flushHeaders: () => undefined,
    write: () => true,
    end: () => response,
  })
}
