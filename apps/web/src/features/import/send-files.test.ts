import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Progress, sendFiles } from './send-files.ts'

/** The outcomes of the requests in their order: a status, or a lost connection. */
let outcomes: (number | 'lost')[] = []
let sent = 0

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  status = 0
  responseText = ''
  open = () => undefined
  abort = () => this.onabort()
  send() {
    sent += 1
    const outcome = outcomes.shift() ?? 'lost'
    this.upload.onprogress?.({ loaded: 10, total: 10 })
    this.status = outcome === 'lost' ? 0 : outcome
    this.responseText = outcome === 200 ? '{"stored":1}' : '<html>'
    queueMicrotask(() => (outcome === 'lost' ? this.onerror() : this.onload()))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  sent = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (signal = new AbortController().signal, seen: Progress[] = []) =>
  sendFiles({
    url: '/uploads',
    packed: { name: 'a.tar', body: new Blob(['x']), fileCount: 1, sizeBytes: 1 },
    profile: null,
    onProgress: (progress) => seen.push(progress),
    signal,
  })

test('files are sent again after a lost connection and after the error of a proxy', async () => {
  outcomes = ['lost', 502, 200]
  const seen: Progress[] = []
  const answer = send(undefined, seen)
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ ok: true, value: { stored: 1 } })
  expect(sent).toBe(3)
  expect(seen).toEqual([null, 'waiting', null, 'waiting', null])
})

test('after a minute without a connection the message does not claim that nothing was stored', async () => {
  outcomes = []
  const answer = send()
  await vi.runAllTimersAsync()
  expect(await answer).toMatchObject({
    ok: false,
    code: 'unreachable',
    message: expect.stringContaining('not stored twice'),
  })
  expect(sent).toBe(7)
})

test('an answer of the server is not asked for again', async () => {
  outcomes = [400]
  const answer = send()
  await vi.runAllTimersAsync()
  expect(await answer).toMatchObject({ ok: false, code: 'unexpected' })
  expect(sent).toBe(1)
})

test('waiting for the connection can be canceled', async () => {
  outcomes = ['lost', 200]
  const cancel = new AbortController()
  const answer = send(cancel.signal)
  await vi.advanceTimersByTimeAsync(500)
  cancel.abort()
  await vi.runAllTimersAsync()
  expect(await answer).toMatchObject({ ok: false, code: 'canceled' })
  expect(sent).toBe(1)
})
