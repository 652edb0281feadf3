import type { Packed } from './pack-files.ts'

/**
 * A share from 0 to 1 of the body that was sent; null while the server reads it; `waiting` while the connection
 * is lost.
 */
export type Progress = number | null | 'waiting'

export type Answer<T> = { ok: true; value: T } | { ok: false; message: string; code: string }

type Sending = {
  url: string
  packed: Packed
  /** The import profile as YAML; null for that of the project. */
  profile: string | null
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

const UNREACHABLE =
  'The server cannot be reached. Check the connection and try again: what it stored already is not stored twice.'
const CANCELED =
  'Canceled. Runs that the server had begun to store may be stored; the same files again are stored once.'
/** Milliseconds before each further attempt, a minute together. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Sends files to the REST API with the session of the page, again while the connection is lost: the server recognizes
 * runs that it has. XMLHttpRequest reports progress, which fetch does not.
 */
export async function sendFiles<T>(sending: Sending): Promise<Answer<T>> {
  const { onProgress, signal } = sending
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce<T>(sending)
    const pauseMs = PAUSES_MS[attempt]
    if (answer.ok || answer.code !== 'unreachable' || pauseMs === undefined) return answer
    onProgress('waiting')
    await pause(pauseMs, signal)
    if (signal.aborted) return { ok: false, message: CANCELED, code: 'canceled' }
  }
}

function sendOnce<T>({ url, packed, profile, onProgress, signal }: Sending): Promise<Answer<T>> {
  const form = new FormData()
  form.set('file', packed.body, packed.name.split('/').at(-1))
  if (profile !== null) form.set('profile', profile)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let isSent = false
    const fail = (message: string, code: string) => resolve({ ok: false, message, code })
    request.open('POST', url)
    request.upload.onprogress = ({ loaded, total }) => {
      isSent = loaded >= total
      onProgress(isSent ? null : loaded / total)
    }
    request.onload = () => resolve(answerOf<T>(request.status, request.responseText))
    request.onerror = () => fail(UNREACHABLE, 'unreachable')
    request.onabort = () => fail(isSent ? CANCELED : 'Canceled. Nothing was stored.', 'canceled')
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
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
