import type { IncomingHttpHeaders } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { readTracingSettings } from './tracing-settings.ts'

type Attributes = Record<string, string | number>

/** The spans of one process; implemented by tracing-sdk.ts, which is loaded only when tracing is on. */
export type Tracing = {
  /** Runs `work` in a span; it ends when the promise settles. */
  traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Runs `work` in a span that continues the trace of the caller; the caller of this function ends it. */
  request(headers: IncomingHttpHeaders, work: (span: Span) => void): void
  /** Sends the spans that were not sent yet. */
  stop(): Promise<void>
}

let tracing: Tracing | null = null

/**
 * Switches traces on if the standard variables of OpenTelemetry name a collector. It has to be called before the
 * database is opened. (docs/operations.md)
 *
 * @throws Error for a value that is not supported.
 */
export async function startTracing(variables: Record<string, string | undefined>, role: string): Promise<void> {
  const settings = readTracingSettings(variables)
  if (settings === null) return
  // Loaded on demand, because most servers have no collector.
  const { openTracing } = await import(/* turbopackIgnore: true */ './tracing-sdk.ts')
  tracing = await openTracing(settings, role)
}

export const stopTracing = async (): Promise<void> => tracing?.stop()

/** Runs work in a span if tracing is on. */
export const traced = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracing === null ? work() : tracing.traced(name, attributes, work)

/** Runs the work of a request in a span if tracing is on; `work` gets a function that names and ends it. */
export function traceRequest(
  headers: IncomingHttpHeaders,
  work: (end: (name: string, attributes: Attributes) => void) => void,
): void {
  if (tracing === null) {
    work(() => undefined)
    return
  }
  tracing.request(headers, (span) =>
    work((name, attributes) => {
      span.updateName(name).setAttributes(attributes).end()
    }),
  )
}
