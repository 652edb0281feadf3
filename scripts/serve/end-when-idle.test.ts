import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endWhenIdle } from './end-when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const server = new EventEmitter()
  const end = vi.fn()
  // Only requests are listened to.
  endWhenIdle(server as Server, { idleMs: 1_000, end })
  const ask = (url: string) => {
    const response = new EventEmitter()
    server.emit('request', { url }, response)
    return () => response.emit('close')
  }
  return { end, ask }
}

test('a process ends once, a while after its last response', () => {
  const { end, ask } = open()
  const close = ask('/api/v1/uploads')
  vi.advanceTimersByTime(5_000)
  expect(end).not.toHaveBeenCalled()
  close()
  vi.advanceTimersByTime(900)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(end).toHaveBeenCalledTimes(1)
})

test('requests of a monitor do not keep a process', () => {
  const { end, ask } = open()
  for (let at = 0; at < 15; at++) {
    ask('/metrics/uploads')()
    vi.advanceTimersByTime(100)
  }
  expect(end).toHaveBeenCalledTimes(1)
})
