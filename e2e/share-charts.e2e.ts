// Charts of a shared link are readable on a phone and in dark mode, by a guest without a script.

import type { Locator } from '@playwright/test'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const COMPARISON =
  '/p/demo/compare?columns=version&base=version:17.6&product=PostgreSQL&hardware=dell32&version=17.6,18.0'
const CHART = /Relative to 17\.6/
const MIN_FONT_PIXELS = 10.5

/** Returns the size in pixels of the smallest text of a drawing on the screen. */
async function smallestWords(chart: Locator): Promise<number> {
  const [, , width = Number.NaN] = ((await chart.getAttribute('viewBox')) ?? '').split(' ').map(Number)
  const sizes = await chart
    .locator('text')
    .evaluateAll((all) => all.map((text) => Number(text.getAttribute('font-size'))))
  return (((await chart.boundingBox())?.width ?? 0) / width) * Math.min(...sizes)
}

const paper = (chart: Locator) => chart.locator('rect').first()
const WHITE = 'rgb(255, 255, 255)'

test('texts of a chart keep their size on a phone, and its background is that of the page', async ({
  page,
  browser,
}) => {
  await setUpOwner(page)
  await open(page, COMPARISON)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  const address = new URL((await link.getAttribute('href')) ?? '').pathname

  const guestContext = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  for (const path of [address, address.replace('/s/', '/embed/')]) {
    for (const width of [390, 768, 1440]) {
      await guestPage.setViewportSize({ width, height: 900 })
      await guestPage.goto(path)
      const chart = guestPage.getByRole('img', { name: CHART })
      await expect(chart).toBeVisible()
      expect(await smallestWords(chart), `${path} at ${width}`).toBeGreaterThan(MIN_FONT_PIXELS)
      await expect(chart).toContainText('hot-points')
    }
    const chart = guestPage.getByRole('img', { name: CHART })
    await guestPage.emulateMedia({ colorScheme: 'light' })
    await expect(paper(chart)).toHaveCSS('fill', WHITE)
    await guestPage.emulateMedia({ colorScheme: 'dark' })
    await expect(paper(chart)).not.toHaveCSS('fill', WHITE)
    await guestPage.emulateMedia({ media: 'print' })
    await expect(paper(chart)).toHaveCSS('fill', WHITE)
    await guestPage.emulateMedia({ media: 'screen' })
  }
  const file = await (await guestContext.request.get(`${address}/chart/1-chart-1.svg`)).text()
  expect(file).toContain('fill="#ffffff"')
  expect(file).not.toContain('var(--')
  await guestContext.close()
})
