import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { moveIfPossible, withRequestMove } from '@assay/api/http/move-request'
import { expect, test } from 'vitest'
import { createPageQueue } from './limit-pages.ts'
import { createUnreadPages } from './unread-pages.ts'

/** The members of a response that the queue uses. */
class FakeResponse extends EventEmitter {
  status = 0
  headers: Record<string, string> = {}
  writeHead(status: number, headers: Record<string, string>) {
    this.status = status
    this.headers = headers
  }
  write() {
    return false // A client that reads nothing.
  }
  end() {}
  destroy() {
    this.emit('close')
  }
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

test('a page that was moved is moved again before it is rendered', async () => {
  const { began, ask } = stage()
  const moved: string[] = []
  const askMovable = (address: string, url?: string) => {
    const move = () => {
      moved.push(address)
      return true
    }
    return withRequestMove({ move, isCounted: false }, async () => {
      const { response } = ask(address, url)
      await new Promise((resolve) => setImmediate(resolve))
      return response
    })
  }
  const first = await withRequestMove({ move: () => true, isCounted: false }, async () => {
    const { response } = ask('192.0.2.1')
    void moveIfPossible()
    return response
  })
  expect(began).toEqual(['192.0.2.1'])
  first.emit('close')
  ;(await askMovable('192.0.2.2')).emit('close')
  expect(began).toEqual(['192.0.2.1'])
  expect(moved).toEqual(['192.0.2.2'])
  await askMovable('192.0.2.3', `${COMPARE}&hide=machines`)
  expect(began).toEqual(['192.0.2.1', '192.0.2.3'])
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

test('a client that reads nothing holds no slot after its page was rendered', async () => {
  const inTurn = createPageQueue({ running: 1, waiting: 1 })
  const began: string[] = []
  const open = (address: string) => {
    const response = new FakeResponse() as unknown as ServerResponse
    const done = inTurn({ url: COMPARE, address }, response, async () => {
      began.push(address)
      while (!response.write('row')) await new Promise((resolve) => response.once('drain', resolve))
      response.end()
      await new Promise((resolve) => response.once('finish', resolve))
    })
    return { response, done }
  }
  await Promise.all([open('192.0.2.1').done, open('192.0.2.2').done])
  expect(began).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('rendered pages that nobody reads are ended, the oldest first, for one address and for all', () => {
  const ended: string[] = []
  const pages = createUnreadPages(2, 3)
  const add = (address: string, name: string) => {
    const response = new FakeResponse()
    response.once('close', () => ended.push(name))
    pages.add(address, response as unknown as ServerResponse)
  }
  for (const [address, name] of ['aA', 'aB', 'aC', 'bD', 'bE'].map((pair) => [...pair])) add(address ?? '', name ?? '')
  expect(ended).toEqual(['A', 'B'])
})
