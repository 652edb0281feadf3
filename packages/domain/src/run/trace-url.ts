import { z } from 'zod'

const PLACEHOLDER = '{traceId}'

/** The address of a trace in a tracing system, with a place for its id. */
export const TraceUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine((url) => url.includes(PLACEHOLDER), `must contain ${PLACEHOLDER}`)
  .refine((url) => isWebAddress(traceAddress(url, '0')), 'must be an address that begins with https:// or http://')

/** The address of one trace. */
export const traceAddress = (template: string, id: string): string => template.replaceAll(PLACEHOLDER, id)

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
}

/**
 * The trace id of a `traceparent` header or variable (W3C Trace Context), by which programs pass on the trace in which
 * they were started; null when it has none.
 */
export function traceIdOf(traceparent: string | undefined): string | null {
  const id = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/.exec(traceparent?.trim() ?? '')?.[1]
  return id === undefined || /^0+$/.test(id) ? null : id
}
