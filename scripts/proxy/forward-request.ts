import { Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MOVABLE_HEADER, MOVE_HEADER, MOVED_HEADER } from '../serve/move-headers.ts'
import type { Admit } from './admit-requests.ts'
import { isUpload, type ProcessName } from './choose-process.ts'
import { endSlowResponse } from './end-slow-response.ts'
import type { Upstreams } from './open-proxy.ts'
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
/** Headers by which the proxy and our processes move a request; a client cannot set them. */
const OF_MOVES = new Set([MOVABLE_HEADER, MOVED_HEADER, MOVE_HEADER])
/** The faults after which a request was sent again; once for each. */
const NOTHING: ReadonlySet<'closed' | 'refused'> = new Set()
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const REFUSED = new Set(['ECONNREFUSED', 'ENOENT'])
const TOO_SLOW = {
  status: 408,
  code: 'body-late',
  title: 'The body arrived too slowly',
  detail: 'The first 64 KB of the body did not arrive within 30 s. Nothing was stored; send it again.',
}
/** Time until the supervisor knows that a process which refused a connection has ended, so that it is started again. */
const REFUSED_PAUSE_MS = 250
/** Maximum headers of a response. A redirect repeats the path in two of them, and a path may have 16 KB. */
const MAX_RESPONSE_HEADERS = 64 * 1024
/** Time for a client to read a response that arrived before its body was sent, until the connection is closed. */
const LINGER_MS = 1_000

/**
 * Connections for bodies that the proxy forwards before it has received them, each for one request. A process may respond
 * before it has read such a body and close the connection, on which another client's request could wait by then.
 */
class UnsharedConnections extends Agent {
  override keepSocketAlive(): boolean {
    return false
  }
}
const unshared = new UnsharedConnections({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * Forwards a request to one of our processes, and its response back; bodies are streamed in both directions, after the
 * first 64 KB of a request have arrived. A process can ask to move a request whose whole body has arrived to the process
 * for heavy requests. A process that is not running is started, except that for pages, which always runs. When the client
 * disconnects, the request ends in the process, too. When the process is unavailable the response is 503 with Retry-After.
 *
 * @param admit waits for the turn of the request, and may choose another process.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  {
    upstreams,
    name,
    agent,
    admit,
    stopping,
  }: { upstreams: Upstreams; name: ProcessName; agent: Agent; admit: Admit; stopping: AbortSignal },
): Promise<void> {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const isRead = !hasBody && READS.has(request.method ?? '')
  const start = hasBody ? await receiveBodyStart(request) : { chunks: [], rest: false }
  if (start === 'gone') return
  if (start === 'late') return sendProblem(response, TOO_SLOW)
  const admitted = await admit(start)
  if (admitted === null) return
  const isMovable = !start.rest && admitted.name !== 'heavy'
  const send = async (to: ProcessName, { retried = NOTHING, isMoved = false } = {}) => {
    const headers = forwarded(request.rawHeaders)
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked')
    if (isMoved) headers.push(MOVED_HEADER, '1')
    else if (isMovable) headers.push(MOVABLE_HEADER, '1')
    if (to !== 'pages' && !(await upstreams[to].untilAnswering())) return sendUnavailable(response, to)
    if (response.destroyed) return
    const { socketPath } = upstreams[to]
    const upstream = openRequest({
      ...{ socketPath, method: request.method, path: request.url, headers },
      agent: start.rest ? unshared : agent,
      maxHeaderSize: MAX_RESPONSE_HEADERS,
    })
    upstream.on('response', (answer) => {
      admitted.answered()
      if (!isMovable || isMoved || answer.headers[MOVE_HEADER] === undefined) {
        return sendBack(request, response, answer, stopping)
      }
      answer.resume()
      if (!response.destroyed) void send('heavy', { isMoved: true })
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy()
      if (start.rest || response.destroyed) return sendUnavailable(response, to, { mayBeStored: !isRead })
      // The process closed a kept-alive connection; a request that only reads may be sent again. A process that was ending
      // refused the connection and has seen nothing.
      const fault = upstream.reusedSocket ? 'closed' : 'refused'
      const next = to === 'pages' && fault === 'refused' && isUpload(request) ? 'uploads' : to
      const mayRetry = fault === 'closed' ? isRead : next !== 'pages' && REFUSED.has(error.code ?? '')
      // An ending process can close a kept-alive connection first, and then refuse a new one.
      if (mayRetry && !retried.has(fault)) {
        const again = () => send(next, { retried: new Set([...retried, fault]), isMoved })
        return void (fault === 'closed' ? again() : sleep(REFUSED_PAUSE_MS).then(again))
      }
      sendUnavailable(response, to, { mayBeStored: !isRead })
    })
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    // One system call for the headers and a short body.
    if (!start.rest) return void (hasBody ? upstream.end(Buffer.concat(start.chunks)) : upstream.end())
    for (const chunk of start.chunks) upstream.write(chunk)
    request.pipe(upstream)
    // A client that is still sending after its response is disconnected; its body never ends.
    request.once('close', () => {
      if (!request.complete) upstream.destroy()
    })
  }
  // The length of a chunked body is known only now.
  const isUnknownLength = start.rest && request.headers['content-length'] === undefined
  await send(isUnknownLength && name === 'pages' ? 'heavy' : admitted.name)
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

/** Returns the headers, in pairs of name and value, without hop-by-hop headers and those of moves. */
function forwarded(rawHeaders: readonly string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const known = name.toLowerCase()
    if (!OF_CONNECTION.has(known) && !OF_MOVES.has(known)) headers.push(name, value)
  }
  return headers
}
