// The check of accessibility that other tests use finds what it looks for, also in a long table.

import { findViolations } from './support/accessibility.ts'
import { copyPage } from './support/copy-page.ts'
import { LIGHT_PAGE } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const cells = (color: string, count: number) => `<td style="color: ${color}">0.93</td>`.repeat(count)

test('one text without contrast among many, and a picture without a name are found', async ({ page }) => {
  const table = (last: string) => `<!doctype html><html lang="en"><title>Table</title><main><h1>Table</h1>
    <table><tr><th>Ratios</th>${cells('black', 500)}${last}</tr></table></main></html>`
  await page.setContent(table(''))
  expect(await findViolations(page, [])).toEqual([])
  await page.setContent(table(cells('#ccc', 1)))
  const [contrast] = await findViolations(page, ['color-contrast'])
  expect(contrast).toMatchObject({ id: 'color-contrast', nodes: [expect.stringContaining('#ccc')] })
  await page.setContent(table(`<td><div style="background: #222">${'<p>dark on dark</p>'.repeat(4)}</div></td>`))
  expect((await findViolations(page, [])).map(({ id }) => id)).toEqual(['color-contrast'])
  await page.setContent(table('<td><img src="data:,"></td>'))
  expect((await findViolations(page, [])).map(({ id }) => id)).toEqual(['image-alt'])
})

test('a check of a copy without repeated elements finds the same, also in a dialog, and leaves the page as it is', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ bypassCSP: true })
  const copies = await context.newPage()
  await copies.goto('/docs')
  const check = async (rows: string) => {
    await page.setContent(`<!doctype html><html lang="en"><title>Table</title><main><h1>Table</h1>
      <table><tr><th>Ratios</th></tr>${rows}</table></main></html>`)
    await copyPage(page, copies)
    return (await findViolations(copies, [])).map(({ id }) => id)
  }
  const rows = (cell: string, count: number) => `<tr>${cell}</tr>`.repeat(count)
  expect(await check(rows(cells('black', 1), 500))).toEqual([])
  expect(await copies.locator('tr').count()).toBe(4)
  expect(await page.locator('tr').count()).toBe(501)
  expect(await check(rows(cells('black', 1), 500) + rows(cells('#ccc', 1), 1))).toEqual(['color-contrast'])
  expect(await check(rows(cells('black', 1), 9) + rows('<td><button></button></td>', 1))).toEqual(['button-name'])
  expect(await check(rows('<td><dialog open><p style="color: #eee">hidden</p></dialog></td>', 9))).toEqual([
    'color-contrast',
  ])
  await open(page, LIGHT_PAGE)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await copyPage(page, copies)
  await expect(copies.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.close()
})
