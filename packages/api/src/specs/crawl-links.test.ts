import { expect, test } from 'vitest'
import { crawlLinks } from './testing/crawl-links.ts'

test('A7: every link that was ever shown leads to what it meant, after edits, and after all authors are gone', async () => {
  const { broken, links } = await crawlLinks({ edits: 40, seed: 7 })
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(80)
}, 60_000)
