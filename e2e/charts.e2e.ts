// Every interactive chart has the same frame: a legend that hides lines, a range, axes, and files of what is shown.

import { readFileSync } from 'node:fs'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const COMPILERS = '/p/demo/studies/compilers'
const STEPS =
  '/p/demo/studies/steps?rows=product,version,config&columns=workload,test&tables=hardware&base=first-row&hardware=bee&benchmark=Insert%20Benchmark'
const TREND = '/p/demo/series?product=RocksDB&hardware=gcp-arm-8&workload=iobuf&test=overwriteandwait.s0&colour=build'

test('a range is selected by keyboard and by dragging, and the file has what is shown', async ({
  page,
  expectAccessible,
}) => {
  await open(page, COMPILERS)
  const chart = page.getByRole('figure', { name: /^fillseq/ }).first()
  await chart.getByRole('button', { name: 'Select range' }).click()
  const first = chart.getByRole('slider', { name: 'First version' })
  const whole = await first.getAttribute('aria-valuetext')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(first).not.toHaveAttribute('aria-valuetext', whole ?? '')
  await expectAccessible()

  const saved = page.waitForEvent('download')
  await chart.getByRole('button', { name: /as CSV/ }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toMatch(/^version,/)
  expect(lines[1]?.split(',')[0]).toBe(await first.getAttribute('aria-valuetext'))

  await chart.getByRole('button', { name: 'Show all' }).click()
  await expect(first).toHaveAttribute('aria-valuetext', whole ?? '')

  const drawing = await chart.getByRole('application').boundingBox()
  if (drawing === null) throw new Error('the chart has no size')
  const y = drawing.y + drawing.height / 2
  await page.mouse.move(drawing.x + drawing.width * 0.4, y)
  await page.mouse.down()
  await page.mouse.move(drawing.x + drawing.width * 0.6, y, { steps: 8 })
  await page.mouse.up()
  await expect(first).not.toHaveAttribute('aria-valuetext', whole ?? '')
})

test('the legend hides a line, and with Shift all others', async ({ page }) => {
  await open(page, COMPILERS)
  const chart = page.getByRole('figure', { name: /^fillseq/ }).first()
  const legend = chart.getByRole('list', { name: 'Series' })
  const lines = chart.locator('.recharts-line-curve')
  await expect(lines.first()).toBeVisible()
  const all = await lines.count()
  await legend.getByRole('button', { name: 'gcc' }).click()
  await expect(legend.getByRole('button', { name: 'gcc' })).toHaveAttribute('aria-pressed', 'false')
  await expect(lines).toHaveCount(all - 1)
  await legend.getByRole('button', { name: 'gcc' }).click({ modifiers: ['Shift'] })
  await expect(lines).toHaveCount(1)
})

test('ratios of 0.01 and 17 in one chart have a logarithmic axis', async ({ page }) => {
  await open(page, STEPS)
  const chart = page.getByRole('figure', { name: /Relative throughput by step, bee/ })
  await expect(chart).toContainText('Logarithmic axis.')
  await expect(chart.getByRole('application').getByText('0.01', { exact: true })).toBeVisible()
  await chart.getByRole('button', { name: 'Log axis' }).click()
  await expect(page).toHaveURL(/axis=zero/)
  await expect(chart).not.toContainText('Logarithmic axis.')
})

test('lines of a trend can be relative to their first value', async ({ page }) => {
  await open(page, TREND)
  const chart = page.getByRole('figure')
  await chart.getByRole('button', { name: 'Relative' }).click()
  await expect(page).toHaveURL(/relative=first/)
  await expect(chart).toContainText('relative to the first value')
})
