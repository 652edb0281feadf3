import { expect, test } from 'vitest'
import { crawlLinks } from './crawl-links.ts'

test('A6, A7: every link that was ever shown leads to what it meant, every revision shows what it showed, and all authors are gone', async () => {
  const { broken, links } = await crawlLinks({ edits: 12, seed: 7 })
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(24)
})
