import type { RunLease } from '@assay/domain/run-requests/run-request'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** Without a notification a waiting runner looks this often, for requests whose notification was lost. */
const POLL_MS = 5_000

/**
 * Leases the next request of a runner, or waits for one (long polling).
 *
 * @param signal aborted when the runner has closed the connection. Nothing is leased then.
 */
export async function waitForLease(
  { events }: Pick<Services, 'events'>,
  { project, queries }: ProjectAccess,
  { waitMs, signal, ...runner }: { name: string; session: number; waitMs: number; signal: AbortSignal },
): Promise<RunLease | 'superseded' | null> {
  const until = performance.now() + waitMs
  let wake: () => void = () => undefined
  let isStopping = false
  const stop = () => {
    isStopping = true
    wake()
  }
  const subscription = await events.open(
    {
      projectId: project.id,
      onEvent: ({ change }) => change === 'run-request' && wake(),
      onGap: () => wake(),
      onStop: stop,
    },
    null,
  )
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const leased = await queries.runRequests.lease(runner)
      const left = until - performance.now()
      if (leased !== null || left <= 0 || isStopping) return leased
      const timer = setTimeout(() => wake(), Math.min(left, POLL_MS))
      await changed
      clearTimeout(timer)
    }
    return null
  } finally {
    signal.removeEventListener('abort', stop)
    subscription?.close()
  }
}
