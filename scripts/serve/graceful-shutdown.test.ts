import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { shutDownOnSignal } from './graceful-shutdown.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a connection that a client opened in advance does not delay the shutdown, and a request on another one is answered', async () => {
  const exited = Promise.withResolvers<void>()
  vi.spyOn(process, 'exit').mockImplementation((() => exited.resolve()) as never)
  const server = createServer((_, response) => response.end('answered'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const release = vi.fn(async () => undefined)
  shutDownOnSignal(server, { endStreams: () => undefined, release })
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const unused = connect(port, '127.0.0.1')
  await accepted
  const used = connect(port, '127.0.0.1')
  await once(used, 'connect')

  used.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  process.emit('SIGTERM')
  const [answer] = await once(used, 'data')
  expect(String(answer)).toContain('200 OK')
  await exited.promise
  expect(release).toHaveBeenCalledOnce()
  unused.destroy()
  used.destroy()
})
