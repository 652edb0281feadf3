import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'

type Support = {
  /** Fails the test at its end when the page wrote an error to the console or threw one. Always on. */
  quietConsole: undefined
  /** All rules of axe, on the page as it is now. */
  expectAccessible: () => Promise<void>
  /** The local upload token, as a runner on this machine finds it. */
  uploadToken: string
}

/** Playwright's `test`, with what every story needs. */
export const test = base.extend<Support>({
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      expect(errors, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
      )
      expect(found, 'accessibility').toEqual([])
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are used: none
  uploadToken: async ({}, use) => {
    await use(readFileSync(join(process.env.ASSAY_E2E_DATA_DIR ?? '.data', 'token'), 'utf8').trim())
  },
})

export { expect }
