import type { Page } from '@playwright/test'

/** Returns the origin of the server of a page, also before the first address is opened. */
export async function originOf(page: Page): Promise<string> {
  const { origin } = new URL(page.url())
  if (origin !== 'null') return origin
  return new URL((await page.request.get('/api/health/ready')).url()).origin
}
