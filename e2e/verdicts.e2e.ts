// A user checks which changes of a table are significant: marks, a sentence, the panel of a cell, and the noise of the
// machine.

import { comparisonTable, findCell } from './support/comparison-table.ts'
import { customize } from './support/facet-controls.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const QUERY = 'columns=version,config&product=PostgreSQL&hardware=dell32&clients=24&group=point+queries'
const TABLE = `/p/demo/compare?${QUERY}`
const EXPORT = `/api/v1/projects/demo/compare?${QUERY}`
const FASTER = { row: 'hot-points_range=100', column: '17.6 x10a_c32r128' }
const EQUAL = { row: 'point-query_range=100', column: '13.22 x10a_c32r128' }

test('marks show verdicts, and a sentence counts them and the false changes to expect', async ({
  page,
  expectAccessible,
}) => {
  await open(page, TABLE)
  const faster = await findCell(comparisonTable(page), FASTER)
  await expect(faster).toHaveText(/^1\.94▲/)
  await expect(faster.getByRole('img', { name: 'improvement' })).toBeVisible()
  const equal = await findCell(comparisonTable(page), EQUAL)
  await expect(equal.getByRole('img', { name: 'no change' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    /72 compared cells: \d+ regressions?, \d+ improvements?, .*Expected false changes/,
  )
  await expectAccessible()

  await faster.click()
  const panel = page.getByRole('dialog', { name: 'Details of the cell' })
  await expect(panel).toContainText('improvement')
  // 1.94 x exp(+- t(11.6, 0.975) x 1.58% x sqrt(1/2 + 1/2)), with t = 2.188: nine degrees of freedom of the test
  // itself, at 1.76%, and 2.6 from the other tests of its group.
  await expect(panel).toContainText('95%1.87 – 2.00')
  await expect(panel).toContainText(
    '1.58% of one runrepeats of this test, weighted with those of tests alike on this machine, 12 degrees of freedom',
  )
})

test('verdicts can be left out, in every export too', async ({ page }) => {
  await open(page, TABLE)
  const marks = comparisonTable(page).getByRole('img', { name: 'improvement' })
  await expect(marks.first()).toBeVisible()
  await (await customize(page)).getByRole('combobox', { name: 'Verdicts' }).selectOption('none')
  await expect(page).toHaveURL(/[?&]verdicts=off/)
  await expect(marks).toHaveCount(0)

  const exported = async (format: string, more = '') =>
    (await page.request.get(`${EXPORT}&format=${format}${more}`)).text()
  expect(await exported('csv')).toContain('17.6 x10a_c32r128 verdict,17.6 x10a_c32r128 low')
  expect(await exported('csv', '&verdicts=off')).not.toContain('verdict')
  expect(await exported('markdown')).toContain('1.94 ▲!')
  expect(await exported('html')).toContain('<span title="improvement">▲!</span>')
  expect(await exported('text')).not.toContain('!')
  expect(await exported('text', '&verdicts=text')).toContain('1.94▲!')
})

test('the page of a machine shows its noise estimates with their sources', async ({ page }) => {
  await open(page, '/p/demo/hardware')
  await page.getByRole('link', { name: 'dell32', exact: true }).click()
  await page.getByRole('link', { name: 'Noise estimate' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noise of dell32')
  const floors = page.getByRole('table', { name: 'Noise floors of sysbench, qps' })
  // Nine builds with two repeats each: one degree of freedom per build, for each of nine tests.
  const group = floors.getByRole('row', { name: /^point queries/ })
  await expect(group).toContainText('0.93%')
  await expect(group).toContainText('81')
  const points = floors.getByRole('row', { name: /^hot-points_range=100, 24 clients/ })
  await expect(points).toContainText(/1\.8%.*1\.6%, 12 df: with similar tests/)

  await page.goto('/p/demo/hardware')
  await page.getByRole('link', { name: 'nuc-i3', exact: true }).click()
  await page.getByRole('link', { name: 'Noise estimate' }).click()
  await expect(page.getByRole('main')).toContainText('No repeats on this machine')
})

test('without repeats the machine shows the noise estimate of neighboring versions', async ({ page }) => {
  await page.goto('/p/demo/hardware')
  await page.getByRole('link', { name: 'gcp-arm-8', exact: true }).click()
  await page.getByRole('link', { name: 'Noise estimate' }).click()
  const steps = page.getByRole('table', { name: 'Noise of db_bench, ops/s from neighboring versions' })
  await expect(steps.getByRole('row', { name: /^All tests/ })).toContainText('0.47%')
})
