import { observeQueries } from '@assay/db/observe-queries'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import * as sdk from '@opentelemetry/sdk-trace'
import type { Tracing } from './tracing.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** Opens the SDK with a span for each request, statement and job. */
export async function openTracing(settings: TracingSettings, role: string): Promise<Tracing> {
  const own = resourceFromAttributes({ 'service.name': 'assay', 'assay.process': role })
  // The variables win over the default name.
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = await openExporter(settings.protocol)
  const processor = new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.exportEveryMs })
  const provider = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(settings.sampler),
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('assay')

  // A statement without a request or job is one of the housekeeping, such as a health check.
  observeQueries(({ operation, table }) => {
    if (trace.getActiveSpan() === undefined) return () => undefined
    const name = table === null ? operation : `${operation} ${table}`
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== null && { 'db.collection.name': table }),
    }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    return (error) => finish(span, error)
  })

  return {
    traced: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
        try {
          const answer = await work()
          finish(span, null)
          return answer
        } catch (error) {
          finish(span, error)
          throw error
        }
      }),
    request(headers, work) {
      const parent = propagation.extract(context.active(), headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      context.with(trace.setSpan(parent, span), () => work(span))
    },
    stop: () => provider.shutdown(),
  }
}

function finish(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) {
    // The message may contain data, so only its kind is recorded.
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  }
  span.end()
}

async function openExporter(protocol: TracingSettings['protocol']): Promise<sdk.SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function samplerOf({ name, ratio }: TracingSettings['sampler']): sdk.Sampler {
  const root = name.replace('parentbased_', '')
  const sampler =
    root === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(ratio)
      : root === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.AlwaysOnSampler()
  return root === name ? sampler : new sdk.ParentBasedSampler({ root: sampler })
}
