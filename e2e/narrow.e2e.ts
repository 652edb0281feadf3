// On a phone the pages of a project have a separate row: the current page and the focused link are visible.

import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: PHONE })

test('the link of the current page is visible among the others', async ({ page, expectAccessible }) => {
  for (const name of ['Overview', 'Runs', 'Known bugs']) {
    await page.goto('/p/demo')
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name }).click()
    const open = page.getByRole('navigation', { name: 'Project' }).locator('[aria-current]')
    await expect(open).toHaveText(name)
    await expect(open).toBeInViewport({ ratio: 0.8 })
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible()
})

test('after scrolling the row stays, and the bar reappears on keyboard focus', async ({ page }) => {
  await page.goto('/p/demo/runs')
  await untilReady(page)
  const api = page.getByRole('banner').getByRole('link', { name: 'API' })
  await expect(api).toBeInViewport()
  await page.evaluate('window.scrollTo(0, 600)')
  await expect(api).not.toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Runs' })).toBeInViewport()
  await tabTo(api)
  await expect(api).toBeInViewport()
})
