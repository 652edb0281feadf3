import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BatchingSocket } from './batching-socket.ts'

test('writes of one turn are held until its end, then arrive whole and in order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port.')
  const socket = new BatchingSocket()
  const accepted = once(server, 'connection')
  socket.connect(address.port, address.address)
  const [[peer]] = (await Promise.all([accepted, once(socket, 'connect')])) as [[Socket], unknown]
  const received = text(peer)

  let callbacks = 0
  for (const message of ['parse ', 'bind ']) socket.write(message, () => callbacks++)
  socket.write(Buffer.from('execute '))
  expect(socket.writableLength).toBe('parse bind execute '.length)
  await new Promise((resolve) => setImmediate(resolve))
  expect(socket.writableCorked).toBe(0)
  socket.write('sync')
  socket.end()

  expect(await received).toBe('parse bind execute sync')
  expect(callbacks).toBe(2)
  server.close()
})
