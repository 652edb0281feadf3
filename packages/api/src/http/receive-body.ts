import type { Caller } from '../access/resolve-access.ts'
import { LIMIT_BYTES, MAX_ANONYMOUS_BYTES } from './body-size-limits.ts'

/**
 * Receives the body of a request into memory, so that the work on it need not wait for its sender. A body that is longer
 * than any that its caller may send is not received completely; whoever reads it refuses it.
 *
 * @returns a request with the received body, which fails at the same byte when the connection failed.
 */
export async function receiveBody(request: Request, { kind }: Pick<Caller, 'kind'>): Promise<Request> {
  const limit = kind === 'anonymous' ? MAX_ANONYMOUS_BYTES : LIMIT_BYTES.archive
  if (request.body === null || Number(request.headers.get('content-length') ?? 0) > limit) return request
  const chunks: Uint8Array[] = []
  let failure: unknown
  try {
    let size = 0
    for await (const chunk of request.body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
  } catch (cause) {
    failure = cause ?? new Error('The body ended before it was complete.')
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      if (failure === undefined) controller.close()
    },
    // An error discards what is queued, so it is raised after the last chunk was read.
    pull(controller) {
      controller.error(failure)
    },
  })
  const { method, headers, signal } = request
  const init = { method, headers, signal, body, duplex: 'half' as const }
  return new Request(request.url, init)
}
