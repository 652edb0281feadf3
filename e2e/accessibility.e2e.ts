// The check of accessibility that other tests use finds what it looks for, also in a long table.

import { findViolations } from './support/accessibility.ts'
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
