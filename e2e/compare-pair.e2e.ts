// A user asks "is A slower than B on this machine?" from any page: with the form in the header, or with the palette.

import type { Locator, Page } from '@playwright/test'
import { comparisonTable } from './support/comparison-table.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { LIGHT_PAGE } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const PAIR = '/p/demo/compare?columns=version&base=version:5.6.51&product=MySQL&hardware=pn53&version=5.6.51,9.5.0'

const pairForm = (page: Page) => page.getByRole('form', { name: 'Compare two versions' })

/** Counts what a person does: each choice in a list and each press of a button is one. */
function counted() {
  let clicks = 0
  return {
    choose: async (list: Locator, label: string) => {
      clicks += 1
      await list.selectOption({ label })
    },
    press: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    clicks: () => clicks,
  }
}

test('two releases are compared with at most three clicks from any page', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/runs')
  const { choose, press, clicks } = counted()
  const form = pairForm(page)
  await choose(form.getByLabel('Base'), 'PostgreSQL 17.6')
  await choose(form.getByLabel('Candidate'), '18.0')
  await press(form.getByRole('button', { name: 'Compare', exact: true }))
  await expect(page).toHaveURL(/version=17\.6,18\.0/)
  await expect(page).toHaveURL(/hardware=dell32/)
  await expect(comparisonTable(page).first()).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(3)
  await expectAccessible()

  // On the page of a comparison the form shows its versions; swapping makes the newer one the base.
  await expect(form.getByLabel('Candidate')).toHaveValue('18.0')
  await form.getByRole('button', { name: 'Swap the two versions' }).click()
  await form.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(/base=version:18\.0/)
})

test('the page of a pair begins with its answer, and the newest version is visible in the table', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, PAIR)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^MySQL 9\.5\.0 vs 5\.6\.51 on pn53: \d+ regressions? in \d+ tests? \(worst: .+ −\d+%\), \d+ improved \(best: .+ \+\d+%\), \d+ inconclusive$/,
  )
  const table = comparisonTable(page).first()
  await expect(table.getByRole('columnheader', { name: /^9\.5\.0/ })).toBeInViewport({ ratio: 1 })
  await expect(table.getByRole('columnheader', { name: /^CPU/ })).toBeInViewport({ ratio: 1 })

  // The number of the table is the number in the details of its cell, which the keyboard opens.
  const cell = table.getByRole('row').filter({ hasText: 'draw as chart' }).first().getByRole('cell').first()
  const [shown = 'no ratio'] = /\d+\.\d+/.exec((await cell.textContent()) ?? '') ?? []
  await cell.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Details of the cell' })).toContainText(shown)
  await page.keyboard.press('Escape')

  // A verdict shows its rows alone; pressing it again shows all.
  const filter = page.getByRole('group', { name: 'Show verdicts' }).getByRole('button', { name: /^Improvements \d/ })
  const count = Number(/\d+/.exec((await filter.textContent()) ?? '')?.[0])
  const tests = page.getByRole('row').filter({ hasText: 'draw as chart' }).filter({ visible: true })
  const all = await tests.count()
  await filter.click()
  await expect(tests).toHaveCount(count)
  await filter.click()
  await expect(tests).toHaveCount(all)

  await page.getByText('Customize', { exact: true }).click()
  await expect(page.getByRole('form', { name: 'Comparison' }).getByRole('combobox', { name: 'Base' })).toBeVisible()
})

test('a range of ratios is selected by keyboard and by dragging over their histogram', async ({
  page,
  expectAccessible,
}) => {
  await open(page, '/p/demo/compare/pair?base=PostgreSQL,17.6&with=18.0&on=dell32')
  const table = comparisonTable(page).first()
  const tests = table.getByRole('row').filter({ hasText: 'draw as chart' })
  const all = await tests.count()
  const lowest = table.getByRole('slider', { name: 'Lowest ratio' })
  await lowest.focus()
  for (let pressed = 0; pressed < 13; pressed++) await page.keyboard.press('ArrowRight')
  const words = table.getByRole('status')
  await expect(words).toHaveText(new RegExp(`^\\d+ of ${all} tests$`))
  expect(await tests.count()).toBeLessThan(all)
  expect(await tests.count()).toBe(Number(/\d+/.exec((await words.textContent()) ?? '')?.[0]))
  await expectAccessible()
  await table.getByRole('button', { name: 'Show all' }).click()
  await expect(tests).toHaveCount(all)

  const box = await lowest.boundingBox()
  if (box === null) throw new Error('the histogram has no size')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.45, y, { steps: 6 })
  await page.mouse.up()
  await expect(words).toHaveText(new RegExp(`^\\d+ of ${all} tests$`))
})

test('only versions that ran in the same environment are offered', async ({ page }) => {
  await open(page, LIGHT_PAGE)
  const form = pairForm(page)
  await form.getByLabel('Base').selectOption({ label: 'MySQL 8.0.43' })
  const offered = await form.getByLabel('Candidate').locator('option').allTextContents()
  expect(offered).toContain('9.5.0')
  expect(offered).not.toContain('8.0.43')
  expect(offered).not.toContain('18.0')
})

test('the compare page without an address shows the two newest releases, the older as base', async ({ page }) => {
  await open(page, '/p/demo/compare')
  await expect(page).toHaveURL(/version=[^&]+,[^&]+/)
  await expect(page).toHaveURL(/hardware=[^,&]+&/)
  await expect(comparisonTable(page).first()).toBeVisible()
})

test('the palette understands two versions and a machine', async ({ page }) => {
  await open(page, LIGHT_PAGE)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('18.0 vs 17.6 dell32')
  await page.getByRole('option', { name: 'Compare PostgreSQL 18.0 vs 17.6 on dell32' }).click()
  await expect(page).toHaveURL(/version=17\.6,18\.0/)
  await expect(page).toHaveURL(/base=version:17\.6/)
  await expect(comparisonTable(page).first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('new report')
  await expect(page.getByRole('option', { name: 'Create a report' })).toBeVisible()
  await field.fill('?')
  await expect(page.getByText('Compare two versions on a machine')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })
  test('the form and the first test are on the first screen', async ({ page, expectAccessible }) => {
    await open(page, '/p/demo/compare')
    await expect(pairForm(page).getByRole('button', { name: 'Compare', exact: true })).toBeInViewport()
    await expect(comparisonTable(page).getByRole('rowheader').first()).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectAccessible()
  })
})
