export const HEARTBEAT_MS = 1_000

/** Tells the process that started this one that it answers, now and at each heartbeat. */
export function reportReady(): void {
  const send = () => {
    if (process.connected) process.send?.('ready')
  }
  send()
  setInterval(send, HEARTBEAT_MS).unref()
}
