import { type Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { endSlowResponse } from './end-slow-response.ts'
import { receiveBodyStart } from './receive-body-start.ts'
import { sendProblem } from './send-problem.ts'
import { sendUnavailable } from './send-unavailable.ts'

/** Hop-by-hop headers (RFC 9110, section 7.6.1) and `Expect`, which the proxy has answered already. */
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
const TOO_SLOW = {
  status: 408,
  code: 'body-late',
  title: 'The body arrived too slowly',
  detail: 'The first 64 KB of the body did not arrive within 30 s. Nothing was stored; send it again.',
}
/** Time for a client to read a response that arrived before its body was sent, until the connection is closed. */
const LINGER_MS = 1_000

/**
 * Forwards a request to one of our processes, and its response back; bodies are streamed in both directions, after the
 * first 64 KB of a request have arrived. When the client disconnects, the request ends in the process, too. When the
 * process is unavailable the response is 503 with Retry-After.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { socketPath, agent, name, stopping }: { socketPath: string; agent: Agent; name: string; stopping: AbortSignal },
): Promise<void> {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const isRead = !hasBody && READS.has(request.method ?? '')
  const start = hasBody ? await receiveBodyStart(request) : { chunks: [], rest: false }
  if (start === 'gone') return
  if (start === 'late') return sendProblem(response, TOO_SLOW)
  const send = (isRetry: boolean) => {
    const headers = forwarded(request.rawHeaders)
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked')
    const upstream = openRequest({ socketPath, agent, method: request.method, path: request.url, headers })
    upstream.on('response', (answer) => sendBack(request, response, answer, stopping))
    upstream.on('error', () => {
      if (response.headersSent) return void response.destroy()
      // The process closed a kept-alive connection; a request that only reads may be sent again.
      if (upstream.reusedSocket && isRead && !isRetry) return send(true)
      sendUnavailable(response, name, { mayBeStored: !isRead })
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    for (const chunk of start.chunks) upstream.write(chunk)
    if (start.rest) request.pipe(upstream)
    else upstream.end()
  }
  send(false)
}

function sendBack(
  request: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
  stopping: AbortSignal,
): void {
  if (response.destroyed) return void answer.resume()
  const headers = forwarded(answer.rawHeaders)
  if (!request.complete) {
    // The rest of the body is not read, so the connection ends after the response.
    response.shouldKeepAlive = false
    response.once('finish', () => {
      request.resume()
      setTimeout(() => request.destroy(), LINGER_MS).unref()
    })
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers)
  // A client reads the headers of an event stream before its first event.
  response.flushHeaders()
  answer.on('error', () => response.destroy())
  answer.on('aborted', () => response.destroy())
  answer.pipe(response)
  // A stream of events never ends by itself; its browser connects again.
  if (answer.headers['content-type']?.startsWith('text/event-stream') !== true) endSlowResponse(answer, response)
  else {
    const end = () => response.end()
    stopping.addEventListener('abort', end, { once: true })
    response.once('close', () => stopping.removeEventListener('abort', end))
    if (stopping.aborted) end()
  }
}

/** Returns the headers, in pairs of name and value, without hop-by-hop headers. */
function forwarded(rawHeaders: readonly string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}
