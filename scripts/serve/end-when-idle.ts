import type { Server } from 'node:http'
import { isForMetrics } from '../proxy/choose-process.ts'
import { sendToParent } from './report-ready.ts'

/** The process takes about 150 MB and two seconds to start, so it stays for a caller who asks again. */
const IDLE_MS = 5 * 60_000

/**
 * Ends this process when it had no request for a while; the proxy starts it again with the next one. Requests for metrics
 * do not count, because a monitor sends them for ever.
 */
export function endWhenIdle(server: Server, { idleMs = IDLE_MS, end = endProcess } = {}): void {
  let running = 0
  let lastAt = performance.now()
  server.on('request', (request, response) => {
    if (isForMetrics(request)) return
    running += 1
    response.once('close', () => {
      running -= 1
      lastAt = performance.now()
    })
  })
  const timer = setInterval(() => {
    if (running > 0 || performance.now() - lastAt < idleMs) return
    clearInterval(timer)
    end()
  }, idleMs / 10)
  timer.unref()
}

function endProcess(): void {
  sendToParent({ isIdle: true })
  process.kill(process.pid, 'SIGTERM')
}
