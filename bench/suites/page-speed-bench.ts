import type { Browser, Page } from '@playwright/test'
import { untilReady } from '../../e2e/support/ready.ts'
import { openBrowser } from '../lib/open-browser.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

/** Factor by which the CPU of the browser is slowed down, as that of a cheap phone is. */
const SLOWDOWN = 4
const VIEWPORT = { width: 1280, height: 800 }

type MeasuredPage = {
  name: string
  address: string
  /** The first steps of a person on the page, each an interaction. */
  interact: (page: Page) => Promise<void>
}

const PAGES: readonly MeasuredPage[] = [
  {
    name: 'overview',
    address: '/p/demo',
    interact: async (page) => {
      await page.getByRole('main').getByRole('link').nth(3).focus()
      await page.keyboard.press('Tab')
      await page.locator('[data-search]').click()
    },
  },
  {
    name: 'two releases, 33 tests',
    address: '/p/demo/compare/pair?base=PostgreSQL,17.6&with=18.0&on=dell32',
    interact: async (page) => {
      await page.getByRole('button', { name: /Inconclusive/ }).click()
      await page.locator('[data-ref]').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'RocksDB, every version and test',
    address: '/p/demo/compare?columns=version&product=RocksDB',
    interact: async (page) => {
      await page.locator('[data-ref]').first().focus()
      for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    },
  },
  {
    name: 'every test of the demo by version',
    address: '/p/demo/compare?columns=version',
    interact: async (page) => {
      await page.locator('[data-ref]').first().focus()
      for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    },
  },
  {
    name: 'findings',
    address: '/p/demo/findings',
    interact: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
    },
  },
]

/** Runs in the page before its scripts; the browser keeps entries for observers that ask for buffered ones. */
const OBSERVE = `
  window.measured = { paint: 0, shift: 0, interaction: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0) measured.interaction = Math.max(measured.interaction, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Measures pages of the demo in a browser with a slow CPU: paint, interaction, layout shift, bytes and memory. */
export async function benchPageSpeed(product: Pick<Product, 'url'>): Promise<Line[]> {
  const browser = await openBrowser()
  try {
    const lines: Line[] = []
    for (const measured of PAGES) {
      // The first visit compiles the page on the server and fills its caches.
      await fetch(`${product.url}${measured.address}`)
      lines.push(...(await measurePage(browser, product.url, measured)))
    }
    return lines
  } finally {
    await browser.close()
  }
}

async function measurePage(browser: Browser, url: string, { name, address, interact }: MeasuredPage): Promise<Line[]> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes = { Document: 0, Script: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  // Scripts are counted without headers, which HTTP/2 compresses and HTTP/1.1 does not.
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') bytes.Script += encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Document') bytes.Document += encodedDataLength
  })
  await page.addInitScript(OBSERVE)
  await page.goto(address, { waitUntil: 'load' })
  await untilReady(page)
  const sent = { ...bytes }
  await interact(page)
  await page.waitForTimeout(500)
  const { paint, shift, interaction } = await page.evaluate<{ paint: number; shift: number; interaction: number }>(
    'measured',
  )
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await context.close()
  return [
    {
      what: `${name}: largest contentful paint`,
      value: paint,
      unit: 'ms',
      base: 1_500,
      baseName: 'goal',
      goal: 'below 1',
    },
    { what: 'longest interaction', value: interaction, unit: 'ms', base: 100, baseName: 'goal', goal: 'below 1' },
    { what: 'layout shift', value: shift, unit: '', base: 0.1, baseName: 'good', goal: 'below 1' },
    { what: 'HTML, compressed', value: sent.Document / 1000, unit: 'kB' },
    {
      what: 'scripts, compressed',
      value: sent.Script / 1000,
      unit: 'kB',
      base: 150,
      baseName: 'goal',
      goal: 'below 1',
    },
    { what: 'heap of the page', value: usedSize / 1_000_000, unit: 'MB', base: 150, baseName: 'goal', goal: 'below 1' },
  ]
}
