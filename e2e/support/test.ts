import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import { createRunner, type Runner } from './runner.ts'
import { doNotWait, waitForHydration } from './wait-for-hydration.ts'

type Support = {
  /** Console errors that the test permits, because browsers write 404 responses there. */
  expectedErrors: RegExp | null
  /** Fails the test at its end when the page wrote another error to the console, or threw one. Always on. */
  quietConsole: undefined
  /** Runs all rules of axe, or the named ones, on the current page. */
  expectAccessible: (...rules: string[]) => Promise<void>
  /** A machine with benchmark output to upload. */
  runner: Runner
}

/** Playwright's `test` with the fixtures that every test needs. */
export const test = base.extend<Support, { patientBrowser: undefined }>({
  patientBrowser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await waitForHydration(context)
        return context
      }
      await use(undefined)
    },
    { auto: true, scope: 'worker' },
  ],
  expectedErrors: [null, { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedErrors?.test(message.text()))
          errors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      expect(errors, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async (...rules) => {
      // Next streams the title, so for a moment after a navigation there is none.
      await expect(page).toHaveTitle(/./)
      // Omitting the nodes that pass, and running in the page itself instead of a second one, saves two thirds of the
      // time.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
      const analyze = async () => (await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()).violations
      let violations = await analyze()
      // A page that is rendered again after a change has no title for a moment.
      if (violations.length === 1 && violations[0]?.id === 'document-title') {
        await expect(page).toHaveTitle(/./)
        violations = await analyze()
      }
      const found = violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
      )
      expect(found, 'accessibility').toEqual([])
    })
  },
  runner: async ({ request, baseURL }, use) => {
    const dataDir = process.env.ASSAY_E2E_DATA_DIR ?? '.data'
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    await use(createRunner({ request, url: baseURL ?? '', dataDir, token }))
  },
})

export { doNotWait, expect }
