import { afterEach, expect, test, vi } from 'vitest'
import { deleteStored, readStored, writeStored } from './browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a value is stored as JSON until it is deleted', () => {
  const entries = new Map<string, string>([['broken', '{']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
  expect(readStored('a')).toBeNull()
  expect(writeStored('a', { b: [1] })).toBe(true)
  expect(readStored('a')).toEqual({ b: [1] })
  deleteStored('a')
  expect(entries.has('a')).toBe(false)
  expect(readStored('broken')).toBeNull()
})

test('a browser whose storage is full or forbidden stores nothing and throws nothing', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readStored('a')).toBeNull()
  expect(writeStored('a', 1)).toBe(false)
  expect(() => deleteStored('a')).not.toThrow()
})
