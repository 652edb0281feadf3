import { expect, test } from 'vitest'
import { crawlLinks } from './crawl-links.ts'

test('A6, A7: every link keeps its target and every revision its content after all accounts are deleted', async () => {
  const { broken, links } = await crawlLinks({ edits: 12, seed: 7 })
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(24)
})
