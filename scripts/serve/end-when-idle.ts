import type { Server } from 'node:http'
import { sendToParent } from './report-ready.ts'

/** The process takes about 150 MB and two seconds to start, so it stays for a person who reads a page and asks again. */
const IDLE_MS = 5 * 60_000

/** Ends this process when it had no request for a while; the proxy starts it again with the next one. */
export function endWhenIdle(server: Server, idleMs = IDLE_MS): void {
  let running = 0
  let lastAt = performance.now()
  server.on('request', (_, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      lastAt = performance.now()
    })
  })
  const timer = setInterval(() => {
    if (running > 0 || performance.now() - lastAt < idleMs) return
    clearInterval(timer)
    sendToParent({ isIdle: true })
    process.kill(process.pid, 'SIGTERM')
  }, idleMs / 10)
  timer.unref()
}
