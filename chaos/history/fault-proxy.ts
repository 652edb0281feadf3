import { once } from 'node:events'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'

/** A TCP proxy in front of a database whose connections are cut, delayed and stopped. */
export type FaultProxy = {
  port: number
  /** Closes every connection, in the middle of any message. */
  cut(): void
  /** Holds all bytes back for a while; the connections stay open. */
  pause(ms: number): Promise<void>
  /** Delays each chunk by `ms`; 0 ends the delay. */
  delay(ms: number): void
  close(): Promise<void>
}

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const forward = (from: Socket, to: Socket) => {
    let before: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk) => {
      const ms = delayMs
      // Chunks stay in order, also when the delay has just ended.
      before = before.then(() => (ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms))))
      before = before.then(() => to.writable && to.write(chunk))
    })
    from.on('close', () => void before.then(() => to.destroy()))
    from.on('error', () => to.destroy())
  }
  const server = createServer((client) => {
    const database = openSocket(target, '127.0.0.1')
    for (const socket of [client, database]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    forward(client, database)
    forward(database, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut,
    async pause(ms) {
      const stopped = [...sockets]
      for (const socket of stopped) socket.pause()
      await new Promise((resolve) => setTimeout(resolve, ms))
      for (const socket of stopped) socket.resume()
    },
    delay: (ms) => {
      delayMs = ms
    },
    async close() {
      server.close()
      cut()
    },
  }
}
