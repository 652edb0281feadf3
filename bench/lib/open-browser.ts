import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, listBrowsers } from '../../e2e/support/find-browser.ts'

/** Opens the browser of the e2e tests. */
export function openBrowser(): Promise<Browser> {
  const executablePath = listBrowsers()[0]
  return chromium.launch({ args: BROWSER_ARGS, ...(executablePath === undefined ? {} : { executablePath }) })
}
