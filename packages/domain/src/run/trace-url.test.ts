import { expect, test } from 'vitest'
import { TraceUrl, traceAddress, traceIdOf } from './trace-url.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  ['https://grafana.example.org/explore?traceID={traceId}', true],
  ['http://localhost:16686/trace/{traceId}', true],
  ['https://jaeger.example.org/trace/', false],
  ['javascript:alert({traceId})', false],
  ['https://user:secret@jaeger.example.org/trace/{traceId}', false],
  ['{traceId}', false],
])('%s as an address of traces: %s', (url, isValid) => {
  expect(TraceUrl.safeParse(url).success).toBe(isValid)
})

test('the id replaces its place in the address', () => {
  expect(traceAddress('http://localhost:16686/trace/{traceId}', ID)).toBe(`http://localhost:16686/trace/${ID}`)
})

test.each([
  [`00-${ID}-00f067aa0ba902b7-01`, ID],
  [`cc-${ID}-00f067aa0ba902b7-01-later`, ID],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
  [ID, null],
  [undefined, null],
])('the trace of %s is %s', (traceparent, id) => {
  expect(traceIdOf(traceparent)).toBe(id)
})
