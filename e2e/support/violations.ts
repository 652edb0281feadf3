import type { Page } from '@playwright/test'

/** Runs in the browser: reports the violated directive, the cause and the position. */
const LISTEN = `document.addEventListener('securitypolicyviolation', (event) => {
  const what = event.effectiveDirective + ': ' + event.blockedURI + ' ' + event.sample
  window.assayViolation(what.trim() + ' (' + location.pathname + ', ' + event.sourceFile + ':' + event.lineNumber + ')')
})`

/**
 * Collects violations of the Content-Security-Policy, from now on and across navigations.
 *
 * @returns a list that grows
 */
export async function listenForViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('assayViolation', (text: string) => void violations.push(text))
  await page.addInitScript(LISTEN)
  return violations
}
