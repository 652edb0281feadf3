import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Arrived = { body: string; headers: Record<string, string> }

/** Starts a receiver of webhooks on this machine, which responds 200. */
export async function startReceiver(): Promise<{ url: string; arrived: Arrived[]; stop(): Promise<void> }> {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    arrived.push({ body, headers })
    response.end('thank you')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    // A server that listens on a port has an AddressInfo.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
