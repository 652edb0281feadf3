import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { copyPage } from './copy-page.ts'
import { clearContext, recycleContexts } from './recycle-contexts.ts'
import { createRunner, type Runner } from './runner.ts'
import { doNotWait, waitForHydration } from './wait-for-hydration.ts'

type Support = {
  /**
   * False for tests with a page of their own, such as those that change it for good by scripts that run before those of
   * each document. Others share the page of their worker: a new one costs a process, which compiles all scripts again.
   * Cookies, storage, viewport and media are reset after each test.
   */
  sharesPage: boolean
  /**
   * False for tests that change their browser context. Others share one, whose cached scripts save half of the time to
   * load a page; its cookies and storage are deleted after each test.
   */
  sharesContext: boolean
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
export const test = base.extend<Support, { origin: string; patientBrowser: undefined; shared: Shared }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use, { project }) => use(new URL(project.use.baseURL ?? '').origin),
    { scope: 'worker' },
  ],
  patientBrowser: [
    async ({ browser, origin }, use) => {
      recycleContexts(browser, origin, waitForHydration)
      await use(undefined)
    },
    { auto: true, scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      const shared: Shared = { context: null, page: null, copies: null }
      await use(shared)
      await shared.copies?.context().close()
      await shared.context?.close()
    },
    { scope: 'worker' },
  ],
  sharesPage: [true, { option: true }],
  sharesContext: [true, { option: true }],
  page: async (
    { browser, origin, sharesPage, sharesContext, shared, javaScriptEnabled, permissions, viewport },
    use,
  ) => {
    if (!sharesContext || javaScriptEnabled === false) {
      const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled ?? true })
      await use(await context.newPage())
      await context.close()
      return
    }
    shared.context ??= await browser.newContext({ viewport: VIEWPORT, permissions: [] })
    const ownPage = sharesPage ? null : await shared.context.newPage()
    if (ownPage === null && (shared.page === null || shared.page.isClosed())) {
      shared.page = await shared.context.newPage()
    }
    const page = ownPage ?? shared.page
    if (page === null) throw new Error('the shared page has just been opened')
    if (permissions !== undefined) await shared.context.grantPermissions(permissions)
    if (viewport !== null && viewport.width !== VIEWPORT.width) await page.setViewportSize(viewport)
    await use(page)
    for (const other of shared.context.pages()) if (other !== page && other !== shared.page) await other.close()
    if (ownPage === null) await resetPage(page).catch(() => page.close())
    await clearContext(shared.context, origin, page)
    await ownPage?.close()
  },
  expectedErrors: [null, { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !expectedErrors?.test(message.text()))
          errors.push(`${message.text()} (${message.location().url})`)
      }
      const onError = (error: Error) => errors.push(String(error))
      page.on('console', onConsole)
      page.on('pageerror', onError)
      await use(undefined)
      page.off('console', onConsole)
      page.off('pageerror', onError)
      expect(errors, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page, browser, origin, shared }, use) => {
    await use(async (...rules) => {
      // Next streams the title, so for a moment after a navigation there is none.
      await expect(page).toHaveTitle(/./)
      const analyze = async () => {
        // Pages of other servers and frames are checked where they are.
        if (new URL(page.url()).origin !== origin || page.frames().length > 1) return findViolations(page, rules)
        shared.copies ??= await openCopies(browser, origin)
        await copyPage(page, shared.copies)
        return findViolations(shared.copies, rules)
      }
      let violations = await analyze()
      // A page that is rendered again after a change has no title for a moment.
      if (violations.length === 1 && violations[0]?.id === 'document-title') {
        await expect(page).toHaveTitle(/./)
        violations = await analyze()
      }
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.join('\n  ')}`)
      expect(found, 'accessibility').toEqual([])
    })
  },
  runner: async ({ request, baseURL }, use) => {
    const dataDir = process.env.ASSAY_E2E_DATA_DIR ?? '.data'
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    await use(createRunner({ request, url: baseURL ?? '', dataDir, token }))
  },
})

/** The context of a worker, the page that its tests share, and the one in which copies of pages are checked. */
type Shared = { context: BrowserContext | null; page: Page | null; copies: Page | null }

/** Opens the page for copies, in which the rules of accessibility are loaded and compiled once. */
async function openCopies(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${origin}/docs`)
  return page
}

const VIEWPORT = { width: 1280, height: 720 }

/** Makes a page that a test has used like a new one. It stays in its process, so that compiled scripts stay too. */
async function resetPage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A page that a test did not open has no storage.
  if (page.url() !== 'about:blank') await page.evaluate('sessionStorage.clear()')
  await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
  // A pointer that rests on an element of the next page would open its tooltip.
  await page.mouse.move(0, 0)
}

export { doNotWait, expect }
