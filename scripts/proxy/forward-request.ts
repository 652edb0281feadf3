import { type Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { sendUnavailable } from './send-unavailable.ts'

/** Headers of one connection (RFC 9110, section 7.6.1) and `Expect`, which the proxy has answered already. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Time for a client to read an answer that came before its body was sent, until the connection is closed. */
const LINGER_MS = 1_000

/**
 * Sends a request on to a process of ours, and its answer back; bodies are streamed both ways. A client that leaves ends
 * the request in the process, too. When the process is away the answer is 503 with Retry-After.
 */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { socketPath, agent, name }: { socketPath: string; agent: Agent; name: string },
): void {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const isRead = !hasBody && READS.has(request.method ?? '')
  const send = (isRetry: boolean) => {
    const headers = forwarded(request.rawHeaders)
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked')
    const upstream = openRequest({ socketPath, agent, method: request.method, path: request.url, headers })
    upstream.on('response', (answer) => sendBack(request, response, answer))
    upstream.on('error', () => {
      if (response.headersSent) return void response.destroy()
      // The process closed a connection that was kept open; a request that only reads may be sent again.
      if (upstream.reusedSocket && isRead && !isRetry) return send(true)
      sendUnavailable(response, name, { mayBeStored: !isRead })
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    if (hasBody) request.pipe(upstream)
    else upstream.end()
  }
  send(false)
}

function sendBack(request: IncomingMessage, response: ServerResponse, answer: IncomingMessage): void {
  if (response.destroyed) return void answer.resume()
  const headers = forwarded(answer.rawHeaders)
  if (!request.complete) {
    // The rest of the body is not wanted: the connection ends after the answer.
    response.shouldKeepAlive = false
    response.once('finish', () => {
      request.resume()
      setTimeout(() => request.destroy(), LINGER_MS).unref()
    })
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers)
  // An event stream is read before its first event.
  response.flushHeaders()
  answer.on('error', () => response.destroy())
  answer.on('aborted', () => response.destroy())
  answer.pipe(response)
}

/** The headers, in pairs of name and value, without those of the connection. */
function forwarded(rawHeaders: readonly string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}
