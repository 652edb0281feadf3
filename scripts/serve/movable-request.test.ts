import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isCountedElsewhere, moveIfPossible } from '@assay/api/http/move-request'
import { expect, test } from 'vitest'
import { handleMovable } from './movable-request.ts'
import { MOVABLE_HEADER, MOVE_HEADER, MOVED_HEADER } from './move-headers.ts'

async function answerOf(listener: RequestListener, headers: Record<string, string>) {
  const server = createServer(listener).listen(0)
  await once(server, 'listening')
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`, { headers })
  const body = await answer.text()
  server.close()
  return { status: answer.status, isMoved: answer.headers.has(MOVE_HEADER), body }
}

const heavy =
  (
    isBehindProxy: boolean,
    begin: (response: Parameters<RequestListener>[1]) => void = () => undefined,
  ): RequestListener =>
  (request, response) =>
    void handleMovable(request, response, isBehindProxy, async () => {
      begin(response)
      // A page renders several parts at once.
      setTimeout(() => response.write('late'), 20)
      await moveIfPossible()
      response.end(isCountedElsewhere() ? 'counted' : 'here')
    })

test('a request that the proxy can send again is answered with the request to move it, and nothing else', async () => {
  expect(await answerOf(heavy(true), { [MOVABLE_HEADER]: '1' })).toEqual({ status: 421, isMoved: true, body: '' })
})

test('a request stays when the proxy cannot send it again, or its response has begun', async () => {
  const here = { status: 200, isMoved: false, body: 'here' }
  expect(await answerOf(heavy(true), {})).toEqual(here)
  expect(
    await answerOf(
      heavy(true, (response) => response.flushHeaders()),
      { [MOVABLE_HEADER]: '1' },
    ),
  ).toEqual(here)
})

test('a moved request is not counted again, and a client can neither move a request nor avoid its limits', async () => {
  expect(await answerOf(heavy(true), { [MOVED_HEADER]: '1' })).toMatchObject({ status: 200, body: 'counted' })
  const both = { [MOVED_HEADER]: '1', [MOVABLE_HEADER]: '1' }
  expect(await answerOf(heavy(false), both)).toMatchObject({ status: 200, body: 'here' })
})
