import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: (() => void)[] = []
const page = Object.assign(new EventTarget(), { hidden: false })
const browser = new EventTarget()

beforeEach(() => {
  frames = []
  page.hidden = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1))
})
afterEach(() => vi.unstubAllGlobals())

const showFrame = async () => {
  for (const callback of frames.splice(0)) callback()
  await sleep(5)
}

test('work is done once after the frame, however many keys it has', async () => {
  const work = vi.fn()
  const { request, close } = afterFrame(work)
  request()
  request()
  expect(work).not.toHaveBeenCalled()
  await showFrame()
  expect(work).toHaveBeenCalledTimes(1)
  request()
  await showFrame()
  expect(work).toHaveBeenCalledTimes(2)
  close()
})

test('work is done at once before the page is left or hidden, on request, and at the end', async () => {
  const work = vi.fn()
  const { request, flush, close } = afterFrame(work)
  const acts = [
    () => browser.dispatchEvent(new Event('pagehide')),
    () => page.dispatchEvent(new Event('visibilitychange')),
    flush,
    close,
  ]
  for (const [done, act] of acts.entries()) {
    request()
    act()
    expect(work).toHaveBeenCalledTimes(done + 1)
    await showFrame()
    expect(work).toHaveBeenCalledTimes(done + 1)
  }
})

test('a hidden page has no frames, and its work is done nevertheless', async () => {
  const work = vi.fn()
  const { request, close } = afterFrame(work)
  page.hidden = true
  request()
  await sleep(5)
  expect(work).toHaveBeenCalledTimes(1)
  close()
})
