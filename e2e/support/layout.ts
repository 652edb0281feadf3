import { expect, type Page } from '@playwright/test'

export const PHONE = { width: 390, height: 844 }

/**
 * Expects that the body of a page scrolls only vertically; wider content, such as a table, scrolls in its own region.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Charts adapt to a new width a frame later.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), {
      message: `${page.url()} is wider than the window`,
    })
    .toBeLessThanOrEqual(0)
}
