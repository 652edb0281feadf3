import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFiles } from './send-files.ts'
import type { Progress } from './send-request.ts'

const MB = 1024 * 1024

/** The outcomes of the next requests: a status, or a lost connection. Later requests succeed. */
let outcomes: (number | 'lost')[] = []
/** The requests that arrived, by method, and the hashes of the chunks that the server has. */
let requests: string[] = []
let stored = new Set<string>()

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  status = 0
  responseText = ''
  method = ''
  url = new URL('http://localhost')
  open(method: string, url: string) {
    this.method = method
    this.url = new URL(url, 'http://localhost')
  }
  abort = () => this.onabort()
  send(body: Blob | FormData | null) {
    const outcome = outcomes.shift() ?? 200
    const total = body instanceof Blob ? body.size : 10
    requests.push(body instanceof FormData ? `POST ${body.has('file') ? 'file' : 'chunks'}` : this.method)
    this.upload.onprogress?.({ loaded: outcome === 'lost' ? total / 2 : total, total })
    this.status = outcome === 'lost' ? 0 : outcome
    this.responseText = outcome === 200 ? JSON.stringify(this.answer(body)) : '<html>'
    queueMicrotask(() => (outcome === 'lost' ? this.onerror() : this.onload()))
  }
  answer(body: Blob | FormData | null) {
    if (this.method === 'GET') {
      const hashes = (this.url.searchParams.get('sha256') ?? '').split(',')
      return { missing: hashes.filter((sha256) => !stored.has(sha256)) }
    }
    if (this.method === 'PUT') stored.add(this.url.pathname.split('/').at(-1) ?? '')
    if (!(body instanceof FormData) || body.has('file')) return { stored: 1 }
    const hashes = String(body.get('chunks')).split(',')
    return { stored: hashes.filter((sha256) => stored.has(sha256)).length, name: this.url.searchParams.get('name') }
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  outcomes = []
  requests = []
  stored = new Set()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const SMALL = new Blob(['x'])
/** Three chunks of different content. */
const LARGE = new Blob([4, 4, 1].map((size, at) => new Uint8Array(size * MB).fill(at)))

type Options = { body?: Blob; signal?: AbortSignal; onProgress?: (progress: Progress) => void }

async function send({ body = SMALL, signal = new AbortController().signal, onProgress = () => undefined }: Options) {
  const packed = { name: 'results/a.tar', body, fileCount: 1, sizeBytes: body.size }
  const url = '/uploads?project=lab'
  let isDone = false
  const answer = sendFiles({ project: 'lab', url, packed, profile: null, onProgress, signal }).finally(() => {
    isDone = true
  })
  // Hashes are computed by other threads, outside of the fake time.
  while (!isDone) {
    await vi.runAllTimersAsync()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return answer
}

test('files are sent again after a lost connection and after the error of a proxy', async () => {
  outcomes = ['lost', 502, 200]
  const seen: Progress[] = []
  expect(await send({ onProgress: (progress) => seen.push(progress) })).toEqual({ ok: true, value: { stored: 1 } })
  expect(requests).toEqual(['POST file', 'POST file', 'POST file'])
  expect(seen).toEqual([0.5, 'waiting', null, 'waiting', null])
})

test('after a minute without a connection the message does not claim that nothing was stored', async () => {
  outcomes = Array.from({ length: 9 }, () => 'lost' as const)
  expect(await send({})).toMatchObject({
    ok: false,
    code: 'unreachable',
    message: expect.stringContaining('not stored twice'),
  })
  expect(requests).toHaveLength(7)
})

test('an answer of the server is not asked for again', async () => {
  outcomes = [400]
  expect(await send({})).toMatchObject({ ok: false, code: 'unexpected' })
  expect(requests).toHaveLength(1)
})

test('waiting for the connection can be canceled', async () => {
  outcomes = ['lost']
  const cancel = new AbortController()
  const onProgress = (progress: Progress) => progress === 'waiting' && cancel.abort()
  expect(await send({ signal: cancel.signal, onProgress })).toMatchObject({ ok: false, code: 'canceled' })
  expect(requests).toHaveLength(1)
})

test('a large upload is sent in chunks, and a lost connection repeats one of them', async () => {
  outcomes = [200, 200, 'lost', 200]
  const seen: Progress[] = []
  expect(await send({ body: LARGE, onProgress: (progress) => seen.push(progress) })).toEqual({
    ok: true,
    value: { stored: 3, name: 'a.tar' },
  })
  expect(requests).toEqual(['GET', 'PUT', 'PUT', 'PUT', 'PUT', 'POST chunks'])
  const shares = seen.filter((progress) => typeof progress === 'number')
  expect(shares).toEqual([0, 4, 4, 6, 8, 8, 9].map((megabytes) => megabytes / 9))
})

test('an upload that was canceled continues with the chunks that the server does not have', async () => {
  const cancel = new AbortController()
  const onProgress = (progress: Progress) => typeof progress === 'number' && progress > 0.4 && cancel.abort()
  expect(await send({ body: LARGE, signal: cancel.signal, onProgress })).toMatchObject({
    code: 'canceled',
    message: expect.stringContaining('continue where this upload stopped'),
  })
  const sent = requests.filter((method) => method === 'PUT').length
  requests = []
  // After a reload the same files are another Blob.
  const again = new Blob([await LARGE.arrayBuffer()])
  expect(await send({ body: again })).toMatchObject({ ok: true, value: { stored: 3 } })
  expect(requests.filter((method) => method === 'PUT').length).toBeLessThan(3)
  expect(sent).toBeGreaterThan(0)
})

test('the preview of a correction sends no chunk again', async () => {
  await send({ body: LARGE })
  requests = []
  await send({ body: LARGE })
  expect(requests).toEqual(['GET', 'POST chunks'])
})
