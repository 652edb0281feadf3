// What is typed into a review is neither lost nor stored twice when the server dies at any moment: a scribe, an author, and
// an author on a slow link. chaos/README.md has it at its large size, with readers and who writes the text.

import { startProduct } from '../bench/lib/product.ts'
import { killWhileTyping } from '../chaos/typing.ts'
import { expect, test } from './support/test.ts'

test('a server that is killed while people type loses no key of theirs', async ({ browser }) => {
  test.setTimeout(300_000)
  const product = await startProduct({ variables: { ASSAY_SIGN_UP: 'open', ASSAY_DEMO: '0' } })
  try {
    const { texts, keys, stories, lostKeys, doubledKeys, stuck, outOfOrder } = await killWhileTyping(
      { product, browser },
      { kills: 1, seed: 6, paceMs: 10, points: 3, typists: ['scribe', 'author', 'slow author'] },
    )
    expect({ stories, lostKeys, doubledKeys, stuck, outOfOrder }).toEqual({
      ...{ stories: [], lostKeys: 0, doubledKeys: 0, stuck: 0, outOfOrder: 0 },
    })
    expect(texts).toBeGreaterThan(0)
    expect(keys).toBeGreaterThan(0)
  } finally {
    await product.stop()
  }
})
