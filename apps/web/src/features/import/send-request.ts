/** A share from 0 to 1 of the upload that was sent; null while the server works; `waiting` while the connection is lost. */
export type Progress = number | null | 'waiting'

export type Answer<T> = { ok: true; value: T } | { ok: false; message: string; code: string }

type Sending = {
  method: 'GET' | 'PUT' | 'POST'
  url: string
  body: Blob | FormData | null
  /** Bytes of the body that were sent; called for each that the browser reports. */
  onSent?: (bytes: number, total: number) => void
  onWaiting: () => void
  signal: AbortSignal
}

const UNREACHABLE =
  'The server cannot be reached. Check the connection and try again: the upload continues where it stopped, and what is stored already is not stored twice.'
const CANCELLED =
  'Canceled. Runs that the server had begun to store may be stored; the same files again are stored once.'
const CANCELLED_BEFORE = 'Canceled. Nothing was stored. The same files again continue where this upload stopped.'
/** Milliseconds before each further attempt, a minute together. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Sends a request with the session of the page, again while the connection is lost. */
export async function sendRequest<T>(sending: Sending): Promise<Answer<T>> {
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce<T>(sending)
    const pauseMs = PAUSES_MS[attempt]
    if (answer.ok || answer.code !== 'unreachable' || pauseMs === undefined) return answer
    sending.onWaiting()
    await pause(pauseMs, sending.signal)
    if (sending.signal.aborted) return { ok: false, message: CANCELLED, code: 'canceled' }
  }
}

/** XMLHttpRequest reports progress, which fetch does not. */
function sendOnce<T>({ method, url, body, onSent, signal }: Sending): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let isSent = false
    const fail = (message: string, code: string) => resolve({ ok: false, message, code })
    if (signal.aborted) return fail(CANCELLED_BEFORE, 'canceled')
    request.open(method, url)
    request.upload.onprogress = ({ loaded, total }) => {
      isSent = method === 'POST' && loaded >= total
      onSent?.(loaded, total)
    }
    request.onload = () => resolve(answerOf<T>(request.status, request.responseText))
    request.onerror = () => fail(UNREACHABLE, 'unreachable')
    request.onabort = () => fail(isSent ? CANCELLED : CANCELLED_BEFORE, 'canceled')
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Waits, at most until the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** Statuses with which a reverse proxy says that the server behind it does not answer. */
const OF_PROXY: readonly number[] = [502, 503, 504]

function answerOf<T>(status: number, text: string): Answer<T> {
  try {
    const body: unknown = JSON.parse(text)
    // The schema of the answer is checked by the tests of the API.
    if (status === 200) return { ok: true, value: body as T }
    if (body !== null && typeof body === 'object' && 'detail' in body && 'code' in body) {
      return { ok: false, message: String(body.detail), code: String(body.code) }
    }
  } catch {
    // A proxy answered with something else than JSON.
  }
  if (OF_PROXY.includes(status)) return { ok: false, message: UNREACHABLE, code: 'unreachable' }
  return { ok: false, message: `The server answered with status ${status}. Try again.`, code: 'unexpected' }
}
