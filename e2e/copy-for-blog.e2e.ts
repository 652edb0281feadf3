// An author takes a comparison into a post: figure, table and text in one paste, two clicks from the comparison.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const PAIR =
  '/p/demo/compare?columns=version,config&base=version:17.6&product=PostgreSQL&version=17.6,18.0&hardware=dell32&clients=24&repeat=1'
const MANY = '/p/demo/compare?columns=version&product=RocksDB&rows=test&hardware=ser7&workload=byrx'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('two clicks copy the figure, the table and the text', async ({ page, expectAccessible }) => {
  await open(page, PAIR)
  const headline = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Copy for blog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy for blog' })
  await dialog.getByRole('button', { name: 'Copy figure, table and text' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  await expectAccessible()
  const [html, text] = await Promise.all([readClipboard(page, 'text/html'), readClipboard(page, 'text/plain')])
  expect(html).toContain('src="data:image/png;base64,')
  expect(html).toContain(headline)
  expect(html).toContain('<table')
  expect(text).toMatch(/^Relative to: 17\.6/m)
})

test('figure and table are saved as SVG and PNG, light and dark, also of many versions', async ({ page }) => {
  await open(page, MANY)
  await page.getByRole('button', { name: 'Copy for blog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy for blog' })
  await dialog.getByRole('button', { name: 'Dark' }).click()
  const preview = dialog.getByRole('img', { name: /^Figure: / })
  await expect.poll(async () => (await preview.boundingBox())?.width).toBeGreaterThan(400)
  for (const [name, file] of [
    ['Save the figure as SVG', /plot-dark\.svg$/],
    ['Save the figure as PNG', /plot-dark\.png$/],
    ['Save the table as SVG', /table-dark\.svg$/],
    ['Save the table as PNG', /table-dark\.png$/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(file)
  }
})

const readClipboard = (page: import('@playwright/test').Page, type: string): Promise<string> =>
  page.evaluate<string>(
    `navigator.clipboard.read().then(([item]) => item.getType('${type}')).then((blob) => blob.text())`,
  )
