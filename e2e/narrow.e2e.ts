// On a phone the sections of a project are at the bottom edge, and the pages of the open section in a row at the top.

import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { LIGHT_PAGE, openInSection, pageLink, sectionLink } from './support/navigation.ts'
import { open, untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: PHONE })

test('the links of the open section and page are marked and visible', async ({ page, expectAccessible }) => {
  await open(page, LIGHT_PAGE)
  for (const { section, name } of [
    { section: 'Data', name: 'Runs' },
    { section: 'Data', name: 'Known bugs' },
    { section: 'Write', name: 'Specs' },
  ]) {
    await openInSection(page, section, name)
    await expect(pageLink(page, section, name)).toHaveAttribute('aria-current', 'page')
    await expect(pageLink(page, section, name)).toBeInViewport({ ratio: 0.8 })
    await expect(sectionLink(page, section)).toHaveAttribute('aria-current', /.+/)
    await expect(page.getByRole('navigation', { name: 'Project' }).locator('[aria-current]')).toHaveCount(1)
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible()
})

test('after scrolling the sections stay, and the bar reappears on keyboard focus', async ({ page }) => {
  await page.goto('/p/demo/runs')
  await untilReady(page)
  const docs = page.getByRole('banner').getByRole('link', { name: 'Docs' })
  await expect(docs).toBeInViewport()
  await page.evaluate('window.scrollTo(0, 600)')
  await expect(docs).not.toBeInViewport()
  await expect(sectionLink(page, 'Data')).toBeInViewport()
  await tabTo(docs)
  await expect(docs).toBeInViewport()
})
