// A heat map that is wider than the window has a map of all its cells, which scrolls it.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('a click on the map of a wide table scrolls to that part', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await open(page, '/p/demo/compare?columns=version&product=RocksDB')
  const region = page.getByRole('region', { name: /^Table: / }).first()
  const map = page.locator('svg[data-minimap]').first()
  await expect(map).toBeVisible()
  await expectAccessible()
  const scrolled = () => region.evaluate((element) => element.scrollLeft)
  const before = await scrolled()
  const box = await map.boundingBox()
  if (box === null) throw new Error('the map has no size')
  await page.mouse.click(box.x + box.width * (before === 0 ? 0.9 : 0.1), box.y + 4)
  await expect.poll(scrolled).not.toBe(before)
})
