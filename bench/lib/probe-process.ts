// A process of its own, so that the work of the benchmark does not delay its probes. It asks an address again and again,
// and a server without work in a third process, which shows how long the machine itself delays a response.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20

type Ask = { urls: string[] } | 'stop'

let isStopped = true
let running: Promise<Probed[]> = Promise.resolve([])

/** The longest response of an address, and the number of responses with another status than 200. */
export type Probed = { longestMs: number; count: number; failures: number }

process.on('message', (message: Ask) => {
  if (message === 'stop') {
    isStopped = true
    void running.then((probed) => process.send?.(probed))
    return
  }
  isStopped = false
  running = Promise.all(message.urls.map(probe))
})

async function probe(url: string): Promise<Probed> {
  const agent = new Agent({ keepAlive: true })
  const probed = { longestMs: 0, count: 0, failures: 0 }
  while (!isStopped) {
    const began = performance.now()
    const status = await ask(url, agent)
    probed.longestMs = Math.max(probed.longestMs, performance.now() - began)
    probed.count += 1
    if (status !== 200) probed.failures += 1
    await sleep(PAUSE_MS)
  }
  agent.destroy()
  return probed
}

const ask = (url: string, agent: Agent) =>
  new Promise<number>((resolve) => {
    const sent = request(url, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end()
  })
