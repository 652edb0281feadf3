import { expect, type Page } from '@playwright/test'

export const PHONE = { width: 390, height: 844 }

/**
 * Expects that the body of a page scrolls only vertically; wider content, such as a table, scrolls in its own region.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window }: { content: number; window: number } = await page.evaluate(
    '({ content: document.documentElement.scrollWidth, window: document.documentElement.clientWidth })',
  )
  expect(content, `${page.url()} is wider than the window`).toBeLessThanOrEqual(window)
}
