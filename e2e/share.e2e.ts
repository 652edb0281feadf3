// An author shares a comparison; a guest without an account or a script reads it; the author revokes the link.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const COMPARISON =
  '/p/demo/compare?columns=version&base=version:17.6&product=PostgreSQL&hardware=dell32&version=17.6,18.0'

test('a link is shared, read by a guest and revoked', async ({ page, browser, request, expectAccessible }) => {
  await setUpOwner(page)
  await open(page, COMPARISON)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const form = page.getByRole('form', { name: 'Share' })
  const title = `Postgres ${crypto.randomUUID()}`
  await form.getByLabel('Title').fill(title)
  await form.getByLabel(/Mask the names/).check()
  await form.getByLabel('Allow embedding on').selectOption('these sites')
  await form.getByRole('textbox', { name: 'Sites' }).fill('blog.example')
  await expectAccessible()
  const preview = await form.getByRole('link', { name: 'Preview as visitor' }).getAttribute('href')
  const previewed = await page.context().newPage()
  await open(previewed, preview ?? '')
  await expect(previewed.getByRole('heading', { level: 1 })).toContainText('DBMS A')
  await expect(previewed.getByRole('note').filter({ hasText: 'Nothing is shared yet' })).toBeVisible()
  await previewed.close()
  await form.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  const address = new URL((await link.getAttribute('href')) ?? '').pathname

  const guestContext = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  const answer = await guestPage.goto(address)
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(guestPage.getByRole('heading', { level: 1 })).toContainText('DBMS A')
  await expect(guestPage.getByText('frozen · reproduced')).toBeVisible()
  await expect(guestPage.getByText(/Of hardware machine \d; product DBMS A; version v1, v2\./)).toBeVisible()
  await expect(guestPage.getByRole('img').first()).toBeVisible()
  for (const [path, type] of [
    ['/export?format=html', 'text/html'],
    ['/export?format=csv', 'text/csv'],
    ['/chart/1-chart-1.svg', 'image/svg+xml'],
    ['/chart/1-chart-1.png', 'image/png'],
    ['/badge', 'image/svg+xml'],
    ['/picture', 'image/png'],
  ] as const) {
    const file = await guestContext.request.get(`${address}${path}`)
    expect(`${path} ${file.status()} ${file.headers()['content-type']}`).toContain(`${path} 200 ${type}`)
    expect((await file.body()).toString('latin1').toLowerCase()).not.toContain('postgres')
  }
  expect(
    (await guestContext.request.get(address.replace('/s/', '/embed/'))).headers()['content-security-policy'],
  ).toContain('frame-ancestors blog.example')

  await open(page, '/p/demo/shares')
  await expectAccessible()
  await expect(page.getByRole('row', { name: title.replace('Postgres', 'DBMS A') })).toContainText(
    'frames: blog.example',
  )
  await page.getByRole('button', { name: `Revoke ${title.replace('Postgres', 'DBMS A')}` }).click()
  await expect.poll(async () => (await request.get(address)).status()).toBe(404)
  const [gone, never] = [await request.get(address), await request.get(`/s/${'A'.repeat(43)}`)]
  expect(never.status()).toBe(404)
  expect(gone.headers()['content-type']).toBe(never.headers()['content-type'])
  expect((await guestPage.goto(address))?.status()).toBe(404)
  await expect(guestPage.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await guestContext.close()
})

test('product names and versions are masked, and a published page has downloads for everybody', async ({
  page,
  request,
}) => {
  await setUpOwner(page)
  await open(page, COMPARISON)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const form = page.getByRole('form', { name: 'Share' })
  await form.getByLabel('Title').fill('Postgres 17.6 vs 18.0')
  await form.getByLabel(/Mask the names/).check()
  await form.getByLabel('Shown instead of PostgreSQL').fill('System X')
  await form.getByLabel(/Mask versions/).check()
  await form.getByLabel(/Publish under/).check()
  const name = `published-${crypto.randomUUID()}`
  await form.getByLabel(/Name in the address/).fill(name)
  await form.getByRole('button', { name: 'Publish' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', new RegExp(`/published/assay/${name}$`))
  const address = new URL((await link.getAttribute('href')) ?? '').pathname

  const shown = await request.get(address)
  expect(shown.headers()['x-robots-tag'], 'search engines may have it').toBeUndefined()
  const text = await shown.text()
  expect(text).toContain('System X v1 vs v2')
  expect(text).toContain(`${address}/picture`)
  for (const [path, type] of [
    ['/export?format=csv', 'text/csv'],
    ['/chart/1-chart-1.svg', 'image/svg+xml'],
    ['/picture', 'image/png'],
    ['/badge', 'image/svg+xml'],
  ] as const) {
    const file = await request.get(`${address}${path}`)
    expect(`${path} ${file.status()} ${file.headers()['content-type']}`).toContain(`${path} 200 ${type}`)
    // A bar may be 17.6 wide.
    const content = (await file.body()).toString('latin1').replaceAll(/ (?:[xy][12]?|width|height)="[\d.]+"/g, '')
    expect(content).not.toMatch(/postgres|17\.6|18\.0/i)
  }
  expect((await request.get(`${address}/embed`)).headers()['content-security-policy']).toContain(
    'frame-ancestors https: http:',
  )

  await open(page, '/p/demo/shares')
  await page
    .getByRole('row', { name: /System X v1/ })
    .first()
    .getByRole('button', { name: /Revoke/ })
    .click()
  await expect.poll(async () => (await request.get(address)).status()).toBe(404)
})

test('settings of a link change on its page, and its content does not', async ({
  page,
  browser,
  request,
  expectAccessible,
}) => {
  await setUpOwner(page)
  await open(page, COMPARISON)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const share = page.getByRole('form', { name: 'Share' })
  const title = `Postgres ${crypto.randomUUID()}`
  await share.getByLabel('Title').fill(title)
  await share.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/s\/[\w-]{64}$/)
  const address = new URL((await link.getAttribute('href')) ?? '').pathname

  await open(page, '/p/demo/shares')
  await page.getByRole('link', { name: `Change ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const form = page.getByRole('form', { name: 'Change the link' })
  await form.getByLabel(/Name in the list/).fill(`For the team: ${title}`)
  await form.getByLabel('Password').selectOption('new password')
  await form.getByLabel(/New password/).fill('four words and more')
  await form.getByLabel('Expires').selectOption('in a year')
  await form.getByLabel('Allow embedding on').selectOption('these sites')
  await form.getByRole('textbox', { name: 'Sites' }).fill('blog.example')
  await expectAccessible()
  await form.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`For the team: ${title}`)
  await expect(form.getByLabel('Password').getByRole('option', { name: 'current password' })).toBeAttached()

  const guestContext = await browser.newContext()
  const guestPage = await guestContext.newPage()
  await guestPage.goto(address)
  await guestPage.getByLabel('Password').fill('four words and more')
  await guestPage.keyboard.press('Enter')
  await expect(guestPage.getByRole('heading', { level: 1 })).toHaveText(title)
  await guestContext.close()

  const name = `changed-${crypto.randomUUID()}`
  await form.getByLabel(/Publish under/).check()
  await form.getByLabel(/Name in the address/).fill(name)
  await expect(form.getByText('Its password is removed')).toBeVisible()
  await form.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('link', { name: `/published/assay/${name}` })).toBeVisible()
  expect((await request.get(`/published/assay/${name}`)).status()).toBe(200)
  expect((await request.get(address)).status(), 'its secret address stays valid').toBe(200)

  await open(page, '/p/demo/settings/audit')
  await expect(page.getByRole('row', { name: title }).first()).toContainText('share.published')
  await open(page, '/p/demo/shares')
  await expect(page.getByRole('row', { name: title })).toContainText('frames: blog.example')
  await page.getByRole('button', { name: `Revoke For the team: ${title}` }).click()
  await expect.poll(async () => (await request.get(address)).status()).toBe(404)
})
