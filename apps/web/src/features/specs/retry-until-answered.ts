/** Shown while the server does not respond. */
export const WAITING = 'The server does not answer. Your text is stored in this browser, and sending is retried.'
const UNANSWERED =
  'The server did not answer, so it is unknown whether your text was saved. It is stored in this browser; send it again, and it is saved only once.'

const AGAIN_MS = 1_000
const MAX_WAIT_MS = 60_000

/** The response of the server, which may be a refusal; or no response. */
export type RetryOutcome<T> =
  | { ok: true; value: T }
  | { ok: false; error: unknown; isAnswered: boolean; failure: string }

/**
 * Retries a request until there is a response. The request has an idempotency key, so it is stored once.
 *
 * @param send  one attempt.
 * @param onWait  called when the first attempt had no response.
 * @param isGone  returns true when the caller no longer waits.
 */
export async function retryUntilAnswered<T>(
  send: () => Promise<T>,
  { onWait, isGone }: { onWait: () => void; isGone: () => boolean },
): Promise<RetryOutcome<T>> {
  for (const until = Date.now() + MAX_WAIT_MS; ; ) {
    try {
      return { ok: true, value: await send() }
    } catch (error) {
      // The module that reads the error may not have been loaded either.
      const clientModule = await import('../../trpc/failure-text.ts').catch(() => null)
      if (clientModule !== null && !clientModule.isUnanswered(error)) {
        return { ok: false, error, isAnswered: true, failure: clientModule.failureText(error) }
      }
      if (isGone() || Date.now() > until) return { ok: false, error, isAnswered: false, failure: UNANSWERED }
      onWait()
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
