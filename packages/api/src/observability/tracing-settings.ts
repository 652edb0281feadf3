export type TracingSettings = {
  protocol: 'http/protobuf' | 'http/json'
  sampler: { name: string; ratio: number }
  /** Milliseconds between two exports. */
  exportEveryMs: number
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio']
const EXPORT_EVERY_MS = 5_000

/**
 * Reads the standard variables of OpenTelemetry; the exporter itself reads those of its address, headers, compression,
 * certificates and time-out, and the resource its name and attributes.
 *
 * @returns null when traces are off, which is the default without an address.
 * @throws Error for a value that is not supported.
 */
export function readTracingSettings(variables: Record<string, string | undefined>): TracingSettings | null {
  const read = (name: string) => (variables[name] === '' ? undefined : variables[name])
  const address = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const exporter = read('OTEL_TRACES_EXPORTER') ?? (address === undefined ? 'none' : 'otlp')
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || exporter === 'none') return null
  if (exporter !== 'otlp') throw unsupported('OTEL_TRACES_EXPORTER', exporter, ['otlp', 'none'])
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    throw unsupported('OTEL_EXPORTER_OTLP_PROTOCOL', protocol, ['http/protobuf', 'http/json'])
  }
  const name = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const names = [...SAMPLERS, ...SAMPLERS.map((sampler) => `parentbased_${sampler}`)]
  if (!names.includes(name)) throw unsupported('OTEL_TRACES_SAMPLER', name, names)
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) throw unsupported('OTEL_TRACES_SAMPLER_ARG', String(ratio), ['a number from 0 to 1'])
  const exportEveryMs = Number(read('OTEL_BSP_SCHEDULE_DELAY') ?? EXPORT_EVERY_MS)
  return { protocol, sampler: { name, ratio }, exportEveryMs }
}

const unsupported = (name: string, value: string, known: readonly string[]) =>
  new Error(`${name}=${value} is not supported. Known: ${known.join(', ')}.`)
