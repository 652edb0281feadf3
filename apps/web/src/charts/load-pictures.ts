/** Maximum pictures that a page requests at once: each is a comparison, of which the server calculates one per caller. */
const MAX_AT_ONCE = 2
/** Maximum requests for one picture. */
const MAX_ATTEMPTS = 6
/** Wait after a refusal that does not say how long. */
const USUAL_WAIT_SECONDS = 5

export type LoadPicture = (url: string, signal: AbortSignal) => Promise<string | null>

type Options = {
  request?: typeof fetch
  /** Resolves after the time, or at once when the signal aborts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Returns a function that loads a picture as the source of an image: a few at a time in the order of the calls, and again
 * after Retry-After when the server has too many requests. It returns null when the picture cannot be had or the signal
 * aborts.
 */
export function pictureLoader({
  request = (...args) => fetch(...args),
  wait = waitSeconds,
}: Options = {}): LoadPicture {
  const waiting: (() => void)[] = []
  let running = 0
  return async (url, signal) => {
    if (running < MAX_AT_ONCE) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await loadPicture(url, signal, { request, wait })
    } finally {
      const next = waiting.shift()
      // The next picture takes over the turn.
      if (next === undefined) running--
      else next()
    }
  }
}

/** A refused picture keeps its turn while it waits, so that the others do not ask a busy server. */
async function loadPicture(url: string, signal: AbortSignal, { request, wait }: Required<Options>) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt++) {
    try {
      const response = await request(url, { signal })
      if (response.ok) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`
      if (response.status !== 429 && response.status !== 503) return null
      if (attempt < MAX_ATTEMPTS) await wait(secondsOf(response.headers.get('retry-after')), signal)
    } catch {
      // The page was left, or the network is gone; neither gives a picture.
      return null
    }
  }
  return null
}

function secondsOf(header: string | null): number {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : USUAL_WAIT_SECONDS
}

function waitSeconds(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
