/**
 * Takes pictures of every kind of page: npm run screenshots -- [--url http://localhost:3000] [--out FOLDER] [--docs]
 * Without --url it starts the product with the demo on a free port, and ends it afterwards. --docs takes only the pictures
 * of the documentation, into docs/pictures.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { FIRST_VISIT_COOKIE } from '../../apps/web/src/features/first-visit/first-visit-cookie.ts'
import { openBrowser } from '../../bench/lib/open-browser.ts'
import { startProduct } from '../../bench/lib/product.ts'
import { untilReady } from '../../e2e/support/ready.ts'
import { setUpOwner } from '../../e2e/support/test-accounts.ts'
import { indexPage, type Picture } from './index-page.ts'
import { PAGE_KINDS, type PageKind } from './page-kinds.ts'

type Size = { name: string; width: number; height: number }

const SIZES: readonly Size[] = [
  { name: '1400', width: 1400, height: 1000 },
  { name: '1280', width: 1280, height: 800 },
  { name: '390', width: 390, height: 844 },
]
const DOCS_SIZE: Size = { name: '1280', width: 1280, height: 720 }
const SCHEMES = ['light', 'dark'] as const

/** Pages whose pictures the documentation shows, by the name of the picture. */
const DOCS_PICTURES = ['overview', 'compare-two-versions', 'compare-many-versions', 'trends', 'finding', 'run']

/** Limit of the wait for the scans of a new server, which find its regressions. */
const MAX_SCAN_MS = 15 * 60_000

/** Time for charts that are drawn after the page has loaded. */
const DRAWING_MS = 600

const root = join(import.meta.dirname, '../..')

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    out: { type: 'string', default: join(root, '.cache/screenshots') },
    docs: { type: 'boolean', default: false },
  },
})

const product = flags.url === undefined ? await startProduct() : null
const browser = await openBrowser()
try {
  const url = product?.url ?? flags.url ?? ''
  await (flags.docs ? takeDocsPictures(browser, url) : takeAll(browser, url, flags.out))
} finally {
  await browser.close()
  await product?.stop()
}

/** A page of a visitor who has dismissed the line for first visits. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url })
  await page.context().addCookies([{ name: FIRST_VISIT_COOKIE, value: 'dismissed', url }])
  return page
}

async function takeAll(browser: Browser, url: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const page = await openPage(browser, url)
  await untilScanned(page)
  const hasAccount = await signsIn(page)
  const pictures: Picture[] = []
  const missing: string[] = []
  for (const kind of PAGE_KINDS) {
    if (kind.signedOut) await page.context().clearCookies()
    const path = kind.needsAccount && !hasAccount ? null : await addressOf(page, kind)
    if (path === null) {
      missing.push(`${kind.name}: ${kind.needsAccount ? 'needs an account of the tests' : 'no page links to one'}`)
      continue
    }
    for (const size of SIZES) {
      const status = await open(page, path, size)
      if (status >= 400) missing.push(`${kind.name} at ${size.name}: status ${status} at ${path}`)
      for (const scheme of SCHEMES) pictures.push(await take(page, { kind, size, scheme, folder }))
    }
    console.info(`${kind.name}: ${path}`)
  }
  await writeFile(join(folder, 'index.html'), indexPage(pictures, missing))
  for (const reason of missing) console.warn(`not opened: ${reason}`)
  console.info(`${pictures.length} pictures of ${PAGE_KINDS.length} kinds of pages: ${join(folder, 'index.html')}`)
  if (missing.length > 0) process.exitCode = 1
}

async function takeDocsPictures(browser: Browser, url: string): Promise<void> {
  const folder = join(root, 'docs/pictures')
  await mkdir(folder, { recursive: true })
  const page = await openPage(browser, url)
  await untilScanned(page)
  for (const kind of PAGE_KINDS.filter(({ name }) => DOCS_PICTURES.includes(name))) {
    const path = await addressOf(page, kind)
    if (path === null) throw new Error(`No page links to an example of ${kind.name} at ${url}. Load the demo first.`)
    await open(page, path, DOCS_SIZE)
    const file = join(folder, `${kind.name}.png`)
    await page.screenshot({ path: file })
    console.info(file)
  }
}

/** Waits until every release of the demo has been compared, because the overview and the findings show the results. */
async function untilScanned(page: Page): Promise<void> {
  const deadline = Date.now() + MAX_SCAN_MS
  while (Date.now() < deadline) {
    await page.goto('/p/demo')
    if (!(await page.locator('main').textContent())?.includes('being compared')) return
    await page.waitForTimeout(5_000)
  }
  console.warn('Not every release is compared yet; the overview shows what is known.')
}

/** Signs in as the owner of the browser tests; false on a server that has another owner. */
async function signsIn(page: Page): Promise<boolean> {
  await page.goto('/sign-in')
  return setUpOwner(page).then(
    () => true,
    () => false,
  )
}

/** Returns the address of an example, or null when no page links to one. */
async function addressOf(page: Page, { at }: PageKind): Promise<string | null> {
  if (typeof at === 'string') return at
  await page.goto(at.from)
  const paths = await page
    .locator('main a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  return paths.find((path) => path !== null && at.link.test(path)) ?? null
}

async function open(page: Page, path: string, { width, height }: Size): Promise<number> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(path)
  await untilReady(page)
  await page.waitForTimeout(DRAWING_MS)
  return answer?.status() ?? 0
}

async function take(
  page: Page,
  { kind, size, scheme, folder }: { kind: PageKind; size: Size; scheme: 'light' | 'dark'; folder: string },
): Promise<Picture> {
  await page.emulateMedia({ colorScheme: scheme })
  const file = `${kind.name}-${size.name}-${scheme}.png`
  await page.screenshot({ path: join(folder, file) })
  return { page: kind.name, size: size.name, scheme, file }
}
