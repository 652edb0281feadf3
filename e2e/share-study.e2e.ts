// An author shares a study page; a guest without an account or a script reads its whole content.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const SCALE_UP =
  '/p/demo/studies/scale-up?columns=clients&tables=product,version&base=clients:1&published=yes&workload=sep25.hetz.sb.scaleup'
const STEPS =
  '/p/demo/studies/steps?rows=product,version,config&columns=workload,test&base=first-row&hardware=bee&benchmark=Insert%20Benchmark&step=qp1000'

/** Clicks Share on the page and creates a link. @returns its path */
async function share(page: Parameters<typeof setUpOwner>[0], path: string, { masked = false } = {}): Promise<string> {
  await open(page, path)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const form = page.getByRole('form', { name: 'Share' })
  if (masked) await form.getByLabel(/Mask the names/).check()
  await form.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  return new URL((await link.getAttribute('href')) ?? '').pathname
}

test('scale-up: buckets, charts and all values are readable without a script', async ({ page, browser }) => {
  await setUpOwner(page)
  const address = await share(page, SCALE_UP)
  const guestContext = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  await guestPage.goto(address)
  await expect(guestPage.getByText('frozen · reproduced')).toBeVisible()
  const buckets = guestPage.getByRole('table', { name: 'Scale-up of PostgreSQL 18.0' })
  await expect(buckets.getByRole('row', { name: /^scan_range=100/ })).toContainText('46.56')
  await expect(buckets.getByRole('row', { name: /^scan_range=100/ })).toContainText('97%')
  const chart = guestPage.getByRole('img', { name: /^point queries, MariaDB 11\.8\.3/ })
  await expect(chart).toContainText('hot-points_range=100')
  await expect(chart).toContainText('21.17')
  await expect(guestPage.getByRole('table', { name: /^PostgreSQL 18\.0/ }).first()).toBeVisible()
  await expect(guestPage.getByText('Scale-up / 48; 100% is perfect')).toBeVisible()
  for (const [path, text] of [
    ['/export?format=text', '46.56'],
    ['/export?format=markdown', '| 46.56 |'],
    ['/export?format=csv', '46.56'],
    ['/export?format=html', 'Scale-up of PostgreSQL 18.0'],
    ['/chart/1-chart-1.svg', '21.17'],
  ] as const) {
    const file = await guestContext.request.get(`${address}${path}`)
    expect(`${path} ${file.status()}`).toBe(`${path} 200`)
    expect(await file.text()).toContain(text)
  }
  const picture = await guestContext.request.get(`${address}/chart/1-chart-8.png`)
  expect(picture.headers()['content-type']).toBe('image/png')
  await guestContext.close()
})

test('a shared steps page keeps the selected step, and contains no masked name', async ({
  page,
  browser,
  expectAccessible,
}) => {
  await setUpOwner(page)
  // Several masked products would be listed in the order of their names.
  const address = await share(page, `${STEPS}&product=PostgreSQL`, { masked: true })
  await page.goto(address)
  await expectAccessible()
  const guestContext = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const guestPage = await guestContext.newPage()
  const answer = await guestPage.goto(address)
  expect((await answer?.text())?.toLowerCase()).not.toMatch(/postgres|mysql|innodb/)
  await expect(guestPage.getByRole('heading', { name: 'Step qp1000' })).toBeVisible()
  // 924 of 1,000 inserts per second miss the target.
  const rates = guestPage.getByRole('group', { name: 'background rates' }).getByRole('table')
  await expect(rates.getByRole('row').filter({ hasText: '924 (0.92)' })).toHaveCount(1)
  await expect(guestPage.getByText(/\b1 of \d+ background rates missed their target/)).toBeVisible()
  expect(await guestPage.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await guestContext.close()
})

test('many warnings are counted on the page, expand without a script, and are listed in Markdown and HTML', async ({
  page,
  browser,
}) => {
  await setUpOwner(page)
  const address = await share(page, '/p/demo/compare?columns=version&product=RocksDB')
  const guestContext = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  await guestPage.goto(address)
  const summary = guestPage.getByText(/^\d+ warnings\./)
  await expect(summary).toBeVisible()
  await expect(guestPage.getByText(/differences mixed as repeats/)).toBeVisible()
  const warning = guestPage.getByText(/^Hardware is on no axis and differs/)
  await expect(warning).toBeHidden()
  await summary.click()
  await expect(warning).toBeVisible()
  for (const format of ['markdown', 'html'])
    expect(await (await guestContext.request.get(`${address}/export?format=${format}`)).text()).toContain(
      'Hardware is on no axis and differs',
    )
  await guestContext.close()
})

test('the published study of the demo has its charts and its consensus', async ({ page }) => {
  await page.goto('/published/assay/gcc-and-clang-for-rocksdb-on-arm')
  await expect(page.getByText('frozen · reproduced')).toBeVisible()
  await expect(page.getByRole('img', { name: /^readwhilewriting/ }).first()).toContainText('clang+LTO +14%')
  await expect(page.getByRole('table', { name: 'Gains of compilers over machines' })).toBeVisible()
})

test('a report renders the charts of a study and of single rows, and so do its files', async ({
  page,
  request,
  expectAccessible,
}) => {
  await page.goto('/p/demo/reports/compilers-for-rocksdb')
  const figure = page.getByRole('figure', { name: 'Figure 2' })
  await expect(figure.getByRole('img', { name: /^readwhilewriting/ })).toContainText('clang+LTO +14%')
  await expectAccessible()
  await page.goto('/p/demo/reports/insert-benchmark-mysql-5-6-to-9-5')
  // Building secondary indexes with a cached database: 2.61 of 5.6.51, as published.
  await expect(page.getByRole('figure', { name: 'Figure 2' }).getByRole('img')).toContainText('2.61')
  const exported = '/api/v1/projects/demo/reports/compilers-for-rocksdb/export?format='
  expect(await (await request.get(`${exported}html`)).text()).toContain('aria-label="readwhilewriting')
  expect(await (await request.get(`${exported}markdown`)).text()).toContain('### readwhilewriting')
  expect((await request.get(`${exported}pdf`)).headers()['content-type']).toContain('application/pdf')
})
