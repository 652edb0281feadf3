import { expect, test } from 'vitest'
import { LIMIT_BYTES, MAX_ANONYMOUS_BYTES } from './body-size-limits.ts'
import { receiveBody } from './receive-body.ts'

const withBody = (body: string | ReadableStream, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  return new Request('http://assay.test/api/v1/gates?project=demo', init)
}
const streamOf = (chunks: readonly string[], end: 'close' | 'error') =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
    },
    pull: (controller) => (end === 'close' ? controller.close() : controller.error(new Error('reset'))),
  })

test('method, address, headers and body are those that were sent', async () => {
  const received = await receiveBody(withBody('{"a":1}', { 'content-type': 'application/json' }), { kind: 'anonymous' })
  expect(received).toMatchObject({ method: 'POST', url: 'http://assay.test/api/v1/gates?project=demo' })
  expect(received.headers.get('content-type')).toBe('application/json')
  expect(await received.json()).toEqual({ a: 1 })
})

test('a body that ended early fails at the same byte, and does not look complete', async () => {
  const received = await receiveBody(withBody(streamOf(['one', 'two'], 'error')), { kind: 'anonymous' })
  let text = ''
  const read = async () => {
    for await (const chunk of received.body ?? []) text += new TextDecoder().decode(chunk)
  }
  await expect(read()).rejects.toThrow('reset')
  expect(text).toBe('onetwo')
})

test('a body that is too long is not received, whether it says so or not', async () => {
  const announced = withBody('{}', { 'content-length': String(LIMIT_BYTES.archive + 1) })
  expect(await receiveBody(announced, { kind: 'token' })).toBe(announced)
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(16 * 1024))
    },
  })
  const received = await receiveBody(withBody(endless), { kind: 'anonymous' })
  expect((await received.arrayBuffer()).byteLength).toBeGreaterThan(MAX_ANONYMOUS_BYTES)
  expect(pulled).toBeLessThan(10)
})
