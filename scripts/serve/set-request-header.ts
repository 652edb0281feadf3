import type { IncomingMessage } from 'node:http'

/**
 * Replaces a header of a request, whatever the client sent under that name; null removes it. Next reads `headers`, the
 * listener of the API reads `rawHeaders`.
 *
 * @param name in lower case.
 */
export function setRequestHeader(request: IncomingMessage, name: string, value: string | null): void {
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  }
  delete request.headers[name]
  if (value === null) return
  request.headers[name] = value
  rawHeaders.push(name, value)
}
