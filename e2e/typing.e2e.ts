// What is typed into a spec is not lost and not stored twice when the server is killed at any moment; one of those who
// type is on a slow link. chaos/README.md has it at its large size.

import { killWhileTyping } from '../chaos/typing.ts'
import { expect, test } from './support/test.ts'

test('a server that is killed while people type loses no key of theirs', async ({ browser, runner, baseURL = '' }) => {
  test.setTimeout(180_000)
  const product = { url: baseURL, token: runner.token, dataDirectory: process.env.ASSAY_E2E_DATA_DIR ?? '.data' }
  const seed = 6
  const { texts, keys, stories, lostKeys, doubledKeys, stuck, outOfOrder } = await killWhileTyping(
    { product, browser },
    { kills: 2, seed, paceMs: 10, points: 3 },
  )
  expect({ stories, lostKeys, doubledKeys, stuck, outOfOrder }).toEqual({
    stories: [],
    ...{ lostKeys: 0, doubledKeys: 0, stuck: 0, outOfOrder: 0 },
  })
  expect(texts).toBeGreaterThan(0)
  expect(keys).toBeGreaterThan(0)
})
