import { type BrowserContext, expect, type Page } from '@playwright/test'

const impatient = new WeakSet<Page>()

/** Disables the wait for hydration, for tests of pages before it. */
export function doNotWait(page: Page): void {
  impatient.add(page)
}

/** Makes each action of a test wait until its page is hydrated, because a test is faster than any person. */
export async function waitForHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript(MARK_UNTIL_HYDRATED)
  context.on('page', (page) => {
    const early = page.locator('html[data-test-early]')
    const wait = async () => {
      if (!impatient.has(page)) await expect(early).not.toBeAttached()
    }
    void page.addLocatorHandler(early, wait, { noWaitAfter: true })
  })
}

// Text, because the tests are compiled without the types of a browser.
const MARK_UNTIL_HYDRATED = `(() => {
  const isTaken = (element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'))
  const check = () => {
    const root = document.documentElement
    const main = document.querySelector('#main')
    if (root === null || document.querySelector('script[src*="/_next/static/"]') === null) {
      // Answers that are not pages have no script of the product.
      if (document.readyState !== 'complete') setTimeout(check, 20)
      return
    }
    root.dataset.testEarly = ''
    const isComplete = document.readyState !== 'loading' && main !== null
    if (!isComplete || ![main, ...main.querySelectorAll('button, form')].every(isTaken)) {
      setTimeout(check, 20)
      return
    }
    // Effects run after React has taken over the last element and before the browser is idle.
    requestIdleCallback(() => delete root.dataset.testEarly, { timeout: 1000 })
  }
  check()
})()`
