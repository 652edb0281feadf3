import { maxHeaderSize } from 'node:http'
import { expect, test } from 'vitest'
import { PageQuery } from './query-of-address.ts'

test('the query of the longest address is accepted after it was written again', () => {
  const longest = `?version=${'('.repeat(maxHeaderSize)}`
  const again = new URLSearchParams(longest).toString()
  expect(again.length).toBeGreaterThan(40_000)
  expect(PageQuery.safeParse(again).success).toBe(true)
})
