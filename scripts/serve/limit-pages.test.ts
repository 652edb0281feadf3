import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createPageQueue } from './limit-pages.ts'

/** The members of a response that the queue uses. */
class FakeResponse extends EventEmitter {
  status = 0
  headers: Record<string, string> = {}
  writeHead(status: number, headers: Record<string, string>) {
    this.status = status
    this.headers = headers
  }
  end() {}
}

const COMPARE = '/o/lab/p/demo/compare?base=version:17'

function stage() {
  const inTurn = createPageQueue({ running: 1, waiting: 1 })
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, url = COMPARE) => {
    const response = new FakeResponse()
    const done = inTurn({ url, address }, response as unknown as ServerResponse, () => {
      began.push(address)
      return new Promise<void>((end) => ends.push(end))
    })
    return { response, done }
  }
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { began, ask, endNext }
}

test('addresses take turns with heavy pages; too many of one are refused, and other pages do not wait', async () => {
  const { began, ask, endNext } = stage()
  const pages = [
    ask('192.0.2.1'),
    ask('192.0.2.1'),
    ask('192.0.2.1'),
    ask('192.0.2.2'),
    ask('192.0.2.1', '/o/lab/p/demo'),
  ]
  expect(began).toEqual(['192.0.2.1', '192.0.2.1'])
  for (const _ of pages) await endNext()
  await Promise.all(pages.map(({ done }) => done))
  expect(pages.map(({ response }) => response.status)).toEqual([0, 0, 429, 0, 0])
  expect(pages[2]?.response.headers['retry-after']).toBe('5')
})

test('a heavy page is not rendered after its client disconnected', async () => {
  const { began, ask, endNext } = stage()
  const first = ask('192.0.2.1')
  const left = ask('192.0.2.2')
  left.response.emit('close')
  await left.done
  await endNext()
  await first.done
  expect(began).toEqual(['192.0.2.1'])
})

test('a client that disconnects while a page is rendered frees its slot', async () => {
  const { began, ask, endNext } = stage()
  const left = ask('192.0.2.1')
  const next = ask('192.0.2.2')
  expect(began).toEqual(['192.0.2.1'])
  left.response.emit('close')
  await left.done
  expect(began).toEqual(['192.0.2.1', '192.0.2.2'])
  await endNext()
  await endNext()
  await next.done
})
