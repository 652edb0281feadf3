import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newUuid } from './new-uuid.ts'

test('each id is another UUID of version 4, also on a page over plain HTTP', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const made = Array.from({ length: 1_000 }, newUuid)
  vi.unstubAllGlobals()
  expect(new Set(made).size).toBe(1_000)
  expect(made.filter((uuid) => !z.uuidv4().safeParse(uuid).success)).toEqual([])
})
