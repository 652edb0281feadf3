import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** Options of contexts that are used again. Extra headers are set for each use. */
const RECYCLED: ReadonlySet<string> = new Set(['baseURL', 'extraHTTPHeaders', 'javaScriptEnabled'])

/**
 * Makes a browser use contexts again that tests closed, as for further people of a scenario: their cached scripts save
 * half of the time to load a page. Storage, cookies, permissions and pages are deleted when a test closes them.
 *
 * @param prepare called once with each new context.
 */
export function recycleContexts(
  browser: Browser,
  origin: string,
  prepare: (context: BrowserContext) => Promise<void>,
): void {
  const newContext = browser.newContext.bind(browser)
  const spares = new Map<boolean, BrowserContext[]>([
    [true, []],
    [false, []],
  ])
  browser.newContext = async (options: BrowserContextOptions = {}) => {
    const isRecycled = Object.keys(options).every((name) => RECYCLED.has(name))
    const list = isRecycled ? spares.get(options.javaScriptEnabled ?? true) : undefined
    const context = list?.pop() ?? (await newContext(options))
    if (!prepared.has(context)) await prepare(context)
    prepared.add(context)
    if (list === undefined) return context
    await context.setExtraHTTPHeaders(options.extraHTTPHeaders ?? {})
    context.close = async () => {
      await clearContext(context, origin)
      for (const page of context.pages()) await page.close()
      list.push(context)
    }
    return context
  }
}

const prepared = new WeakSet<BrowserContext>()

/** Deletes everything that a test stored in a context, except for cached files. */
export async function clearContext(context: BrowserContext, origin: string, page?: Page): Promise<void> {
  const open = page?.isClosed() === false ? page : (context.pages()[0] ?? (await context.newPage()))
  // Handlers of the page run here, so that they store nothing afterwards.
  await open.goto('about:blank')
  const session = await context.newCDPSession(open)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
  await context.clearCookies()
  await context.clearPermissions()
}
