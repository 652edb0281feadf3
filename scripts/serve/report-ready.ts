export const HEARTBEAT_MS = 1_000

/** A message to the parent process: a heartbeat, or the health as `checkHealth` returned it. */
export type ProcessMessage = { health?: { ready: boolean } }

/**
 * Reports to the parent process that this one answers, now and at each heartbeat.
 *
 * @param checkHealth is called at each heartbeat as well, so that the proxy can answer health checks from memory.
 */
export function reportReady(checkHealth?: () => Promise<{ ready: boolean }>): void {
  const send = (message: ProcessMessage) => {
    if (process.connected) process.send?.(message)
  }
  send({})
  setInterval(() => send({}), HEARTBEAT_MS).unref()
  if (checkHealth === undefined) return
  const check = async () => {
    send({ health: await checkHealth().catch(unreachable) })
    setTimeout(() => void check(), HEARTBEAT_MS).unref()
  }
  void check()
}

const unreachable = (error: unknown) => ({
  ready: false,
  code: 'unreachable',
  reason: error instanceof Error ? error.message : String(error),
})
