import type { Page } from '@playwright/test'

/** In the browser: says which directive was broken, by what and where. */
const LISTEN = `document.addEventListener('securitypolicyviolation', (event) => {
  const what = event.effectiveDirective + ': ' + event.blockedURI + ' ' + event.sample
  window.assayViolation(what.trim() + ' (' + location.pathname + ', ' + event.sourceFile + ':' + event.lineNumber + ')')
})`

/**
 * Collects what pages try against their Content-Security-Policy, from now on and over navigations.
 *
 * @returns a list that grows.
 */
export async function listenForViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('assayViolation', (text: string) => void violations.push(text))
  await page.addInitScript(LISTEN)
  return violations
}
