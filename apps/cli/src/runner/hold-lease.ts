import type { RunLease } from '@assay/domain/run-requests/run-request'
import type { Clock } from '../clock.ts'
import type { AttemptLog } from './attempt-log.ts'
import { isSuperseded, type RunnerClient } from './runner-client.ts'

/** Output is sent at this interval; without any, heartbeats have the interval of the server. */
const LOG_MS = 2_000
const REST_MS = 5_000

/**
 * Sends heartbeats and output until it is stopped. A server that cannot be reached takes no lease away: the attempt
 * continues, and only a newer lease ends it.
 *
 * @param lost called with the reason when the request was leased again or canceled.
 */
export function holdLease(
  client: RunnerClient,
  lease: RunLease,
  log: AttemptLog,
  { heartbeatMs, clock, lost }: { heartbeatMs: number; clock: Clock; lost: (reason: string) => void },
): { stop(): Promise<void> } {
  const ended = new AbortController()
  const beat = async (): Promise<void> => {
    const chunk = log.next()
    const answer = await client.heartbeat(lease, chunk, ended.signal)
    if (answer.kind === 'ok' && chunk !== null) log.received()
    if (answer.kind === 'refused' && isSuperseded(answer)) {
      lost(answer.reason)
      ended.abort()
    }
  }
  const run = async (): Promise<void> => {
    let sentAt = Number.NEGATIVE_INFINITY
    while (!ended.signal.aborted) {
      if (!log.isEmpty || clock.now() - sentAt >= heartbeatMs) {
        sentAt = clock.now()
        await beat()
      }
      await clock.sleep(Math.min(LOG_MS, heartbeatMs), ended.signal)
    }
  }
  const running = run()
  const stop = async () => {
    const isHeld = !ended.signal.aborted
    ended.abort()
    await running
    // The rest of the output; the result follows in any case.
    const rest = isHeld ? log.next() : null
    if (rest !== null) await client.heartbeat(lease, rest, AbortSignal.timeout(REST_MS))
  }
  return { stop }
}
