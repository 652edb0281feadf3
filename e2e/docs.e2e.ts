// A user reads how something works without leaving the product.

import { LIGHT_PAGE } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('a document is found by its words, its links stay in the product, and its pictures are shown', async ({
  page,
  expectAccessible,
}) => {
  await open(page, LIGHT_PAGE)
  await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('verdict parquet cookie')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No section has every word')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('verdict interval')
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Found' })
  await found
    .getByRole('link', { name: /^Verdicts/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs\/verdicts/)
  await expectAccessible()

  await page
    .getByRole('navigation', { name: 'Documentation' })
    .getByRole('link', { name: /^Your first/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first comparison in five minutes')
  const picture = page.getByRole('img', { name: /^Overview of the demo/ })
  await picture.scrollIntoViewIfNeeded()
  // Without its file a picture is a line of text.
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(200)
  await page.getByRole('article').getByRole('link', { name: 'Verdicts', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verdicts')
})

test('the palette lists every page and document for ? and opens one', async ({ page }) => {
  await open(page, '/p/demo/runs')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('?')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByText('Move between cells; Enter opens the details')).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Findings', exact: true }).first()).toBeVisible()
  await palette.getByRole('option', { name: 'A gate for CI' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A gate for CI')
})

test.describe('an unknown document', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is not found', async ({ page, request }) => {
    expect((await page.goto('/docs/glossary'))?.status()).toBe(404)
    expect((await request.get('/docs/pictures/..%2Fglossary.md')).status()).toBe(404)
  })
})
