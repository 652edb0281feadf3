// Text that is typed into a review is neither lost nor stored twice when the server is killed at any moment: by a
// scribe, an author, and an author on a slow connection. The killed server is a second one on the data of the server
// that all tests share. chaos/README.md describes the full-size test, with reviewers and authors who edit the text.

import { killWhileTyping } from '../chaos/typing.ts'
import { expect, test } from './support/test.ts'

test('a server that is killed while people type loses no key', async ({ browser, baseURL, runner }) => {
  test.setTimeout(20 * 60_000)
  const product = { url: baseURL ?? '', token: runner.token, dataDirectory: runner.dataDir }
  const { texts, keys, stories, lostKeys, doubledKeys, stuck, outOfOrder } = await killWhileTyping(
    { product, browser },
    { kills: 1, seed: 6, paceMs: 10, points: 3, users: ['scribe', 'author', 'slow author'] },
  )
  expect({ stories, lostKeys, doubledKeys, stuck, outOfOrder }).toEqual({
    ...{ stories: [], lostKeys: 0, doubledKeys: 0, stuck: 0, outOfOrder: 0 },
  })
  expect(texts).toBeGreaterThan(0)
  expect(keys).toBeGreaterThan(0)
})
