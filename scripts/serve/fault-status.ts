import type { ServerResponse } from 'node:http'
import { faultOfRequest } from '@assay/api/observability/request-context'

const RETRY_AFTER_SECONDS = 5

/**
 * Answers a page that failed because of a fault, such as a database that does not answer, with status 503 and Retry-After, or
 * with 429 when its caller sends too much: monitors and crawlers tell it from a bug, and try again.
 */
export function answerFaults(response: ServerResponse): void {
  const readFault = faultOfRequest()
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    const [status = response.statusCode, ...rest] = args
    const fault = status === 500 ? readFault() : null
    if (fault === null) return writeHead(...args)
    if (!response.hasHeader('Retry-After')) response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
    return writeHead(fault.code === 'too-many-requests' ? 429 : 503, ...rest)
  }
}
