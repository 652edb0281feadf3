import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; body: string; headers: Record<string, string> }

/** Starts a local receiver of webhooks; `answer` has the status code of its responses and may be changed. */
export async function startReceiver(): Promise<{
  url: string
  received: Received[]
  answer: { status: number }
  stop(): Promise<void>
}> {
  const received: Received[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ path: request.url ?? '', body, headers })
    response.writeHead(answer.status).end(`answered ${answer.status}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    // A server that listens on TCP has a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
