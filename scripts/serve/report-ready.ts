import { flushCompileCache } from 'node:module'

export const HEARTBEAT_MS = 1_000

/** A message to the parent process. An empty one is a heartbeat. */
export type ProcessMessage = {
  /** The health as `checkHealth` returned it. */
  health?: { ready: boolean }
  /** True while jobs wait for the process that processes them. */
  jobsAreDue?: boolean
  /** Sent by a process that ends now, because it has nothing to do. */
  isIdle?: true
}

/**
 * Reports to the parent process that this one answers, now and at each heartbeat.
 *
 * @param check returns further contents of the message; it is called at each heartbeat as well, so that the proxy can
 *   answer health checks from memory.
 * @returns a promise that resolves after the first report.
 */
export async function reportReady(check?: () => Promise<ProcessMessage>): Promise<void> {
  sendToParent({})
  // Otherwise a process that is killed would not have cached its modules for the next one.
  setImmediate(() => flushCompileCache())
  setInterval(() => sendToParent({}), HEARTBEAT_MS).unref()
  if (check === undefined) return
  const report = async () => {
    sendToParent(await check().catch((error: unknown) => ({ health: unreachable(error) })))
    setTimeout(() => void report(), HEARTBEAT_MS).unref()
  }
  await report()
}

export function sendToParent(message: ProcessMessage): void {
  if (process.connected) process.send?.(message)
}

const unreachable = (error: unknown) => ({
  ready: false,
  code: 'unreachable',
  reason: error instanceof Error ? error.message : String(error),
})
