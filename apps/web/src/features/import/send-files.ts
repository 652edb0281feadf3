import type { Packed } from './pack-files.ts'

/** A share from 0 to 1 of the body that was sent; null while the server reads it. */
export type Progress = number | null

export type Answer<T> = { ok: true; value: T } | { ok: false; message: string; code: string }

type Sending = {
  url: string
  packed: Packed
  /** The import profile as YAML; null for that of the project. */
  profile: string | null
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

const UNREACHABLE = 'The server cannot be reached. Nothing was stored. Check the connection and try again.'

/** Sends files to the REST API with the session of the page. XMLHttpRequest reports progress, which fetch does not. */
export function sendFiles<T>({ url, packed, profile, onProgress, signal }: Sending): Promise<Answer<T>> {
  const form = new FormData()
  form.set('file', packed.body, packed.name.split('/').at(-1))
  if (profile !== null) form.set('profile', profile)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = (message: string, code: string) => resolve({ ok: false, message, code })
    request.open('POST', url)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded < total ? loaded / total : null)
    request.onload = () => resolve(answerOf<T>(request.status, request.responseText))
    request.onerror = () => fail(UNREACHABLE, 'unreachable')
    request.onabort = () => fail('Cancelled. Nothing was stored.', 'cancelled')
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

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
  return { ok: false, message: `The server answered with status ${status}. Nothing was stored.`, code: 'unexpected' }
}
