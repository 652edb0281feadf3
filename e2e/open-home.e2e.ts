import { expect, test } from './support/test.ts'

test('the home page opens and everyone can use it', async ({ page, expectAccessible }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/Assay/)
  await expectAccessible()
})
