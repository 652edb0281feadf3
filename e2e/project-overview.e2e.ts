// A new user looks around: the content, the machines, how to upload, and error pages.

import { tabTo } from './support/keyboard.ts'
import { LIGHT_PAGE, openInSection, pageLink, sectionLink } from './support/navigation.ts'
import { open, untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('the overview says what got worse in the newest releases, and a cell leads to its comparison', async ({
  page,
}) => {
  // The scan that follows the import of the demo may still be under way.
  await expect(async () => {
    await open(page, '/p/demo')
    await expect(page.getByRole('link', { name: /^PostgreSQL 18\.0 vs 17\.6 on dell32.*Geometric mean/ })).toBeVisible()
  }).toPass()
  await expect(page).toHaveTitle(/Assay/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Newest releases.*regressions/)
  const cell = page.getByRole('link', { name: /^PostgreSQL 17\.6 vs 16\.10 on dell32/ })
  await cell.hover()
  await expect(page.getByRole('tooltip')).toContainText(/Geometric mean \+\d+(\.\d)?% over \d+ tests/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(page.getByText(/^Nothing to compare, one release each/)).toContainText('MongoDB 3.2.4 on nuc-i3')
  await cell.click()
  await expect(page).toHaveURL(/version=16\.10,17\.6/)
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
})

test('the overview lists open regressions with the history of the worst test, and one click shows the finding', async ({
  page,
}) => {
  await expect(async () => {
    await open(page, '/p/demo')
    await expect(page.getByRole('img', { name: /in \d+ releases/ }).first()).toBeVisible()
  }).toPass()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: /in \d+ releases/ }) })
    .first()
  const [, product = '', to = '', from = ''] =
    /^\s*(.+) (\S+) vs (\S+)/.exec((await first.getByText(/ vs /).textContent()) ?? '') ?? []
  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${product} ${to} vs ${from} on `)
  // One click from home to the cause.
  await expect(page.getByText(/: throughput −\d+%|^No other metric explains this change/).first()).toBeVisible()
})

test('the data page lists the content of the project with links', async ({ page }) => {
  await open(page, '/')
  await expect(page).toHaveURL('/o/assay/p/demo')
  await sectionLink(page, 'Data').click()
  const main = page.getByRole('main')
  await expect(main).toContainText(/[\d,]+ runs of \d+ versions on \d+ machines.*[\d,]+ results/)
  for (const name of ['Products', 'Benchmarks', 'Hardware', 'Newest runs', 'Add results']) {
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await main.getByRole('link', { name: '9.10.0', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^RocksDB 9\.10\.0/)
  await page.getByRole('link', { name: /^\d+ runs$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ runs match these filters$/)
  await expect(page.getByRole('row', { name: /RocksDB 9\.10\.0/ }).first()).toBeVisible()
})

for (const { list, title, name, facts } of [
  {
    ...{ list: 'Hardware', title: /^\d+ machines measured \d+ versions/, name: 'dell32' },
    facts: ['CPUAMD Ryzen Threadripper PRO 5975WX', 'Memory128 GB', 'large server', 'vs the previous release'],
  },
  {
    ...{ list: 'Builds', title: /^\d+ builds: /, name: 'PostgreSQL 18.0' },
    facts: ['Buildo2nofp', 'Flags-O2 -fno-omit-frame-pointer'],
  },
  { ...{ list: 'Configs', title: /^\d+ configs: /, name: 'x10d_c32r128' }, facts: ['io_method', 'io_uring'] },
]) {
  test(`${list}: ${name} lists its facts and its runs`, async ({ page }) => {
    await open(page, LIGHT_PAGE)
    await openInSection(page, 'Data', list)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toContainText(name)
    for (const fact of facts) await expect(main).toContainText(fact)
    await expect(main.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)).toBeVisible()
    await main.getByRole('link', { name: /to filter and sort/ }).click()
    await expect(page.getByText(/runs? match these filters/)).toBeVisible()
  })
}

test('the API page lists every operation of the document, and unfolds the one of an anchor', async ({
  page,
  request,
}) => {
  const { paths, openapi } = await (await request.get('/api/openapi.json')).json()
  expect(openapi).toMatch(/^3\.1/)
  await open(page, '/docs/api#revokeRunnerKey')
  const unfolded = page.getByRole('main').locator('details[open]')
  await expect(unfolded).toHaveCount(1)
  await expect(unfolded.locator('#revokeRunnerKey')).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('main').getByRole('link', { name: 'API', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^REST API with \d+ operations$/)
  const main = page.getByRole('main')
  // The server sends the long page in parts.
  const missing = async () => {
    const listed = (await main.textContent()) ?? ''
    return Object.keys(paths).filter((path) => !listed.includes(path))
  }
  await expect.poll(missing).toEqual([])
  const put = main
    .locator('details')
    .filter({ hasText: /^PUT .*runs/ })
    .first()
  const responses = put.getByRole('heading', { name: 'Responses' })
  await expect(responses).toBeHidden()
  await put.locator('summary').first().click()
  await expect(responses).toBeVisible()
})

test.describe('an unknown address shows the not-found page', () => {
  test.use({ expectedErrors: /status of 404/ })
  for (const { title, addresses } of [
    { title: 'Page not found', addresses: ['/nothing/here', '/p/nobody', '/o/assay/p/nobody', '/o/nobody/p/demo'] },
    {
      title: 'Page not found in this project',
      addresses: ['/p/demo/runs/00000000-0000-8000-8000-000000000000', '/p/demo/hardware/none'],
    },
  ]) {
    test(`${title}: it states the next step`, async ({ page, expectAccessible }) => {
      for (const address of addresses) {
        expect((await page.goto(address))?.status(), address).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible()
      }
      await expectAccessible()
    })
  }
})

test('a misspelled or empty comparison shows a message', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/compare?rows=tests&product=PostgreSQL&hardware=dell32&clients=24&group=writes')
  await expect(page.getByRole('note').first()).toContainText('Some parameters of the address are not valid')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await page.goto('/p/demo/compare?version=0.0')
  await expect(page.getByRole('heading', { name: 'No result matches these filters' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Remove the filter on version' }).click()
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
})

test('the theme switch is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, LIGHT_PAGE)
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: 'Switch light and dark' }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
})

test('by keyboard: from the overview to a machine and back', async ({ page }) => {
  await open(page, '/p/demo')
  await tabTo(sectionLink(page, 'Data'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ runs of \d+ versions on /)
  await tabTo(pageLink(page, 'Data', 'Hardware'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ machines measured /)
  await untilReady(page)
  await tabTo(page.getByRole('main').getByRole('link', { name: 'dell32' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^dell32: /)
  await tabTo(sectionLink(page, 'Overview'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/o/assay/p/demo')
})
