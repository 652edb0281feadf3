import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMemoryOfStart } from './release-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('memory of the start is released once, after a time without requests', () => {
  const server = createServer()
  const collect = vi.fn()
  releaseMemoryOfStart(server, collect)
  for (let second = 0; second < 30; second++) {
    vi.advanceTimersByTime(1_000)
    server.emit('request')
  }
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
})
