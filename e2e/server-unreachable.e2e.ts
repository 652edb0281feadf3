// A page whose server is away says so, keeps what it has, and goes on when there is an answer.

import { setUpOwner } from './support/accounts.ts'
import { open } from './support/ready.ts'
import { meetTomorrow, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

// Browsers write requests that failed to the console.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

test('a link that is followed while the server is away leads on when it is back', async ({
  page,
  context,
  expectAccessible,
}) => {
  await open(page, '/p/demo')
  await context.setOffline(true)
  const note = page
    .getByRole('alert')
    .filter({ hasText: 'The server does not answer. This page continues when it does.' })
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'Specs', exact: true }).click()
  await expectAccessible()
  await expect(note).toBeVisible()
  await expect(page).toHaveURL(/\/p\/demo$/)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/p\/demo\/specs$/)
  await expect(note).toBeHidden()
})

test.describe('a connection that breaks while a page is drawn anew', () => {
  test.use({ expectedErrors: /React error #412|ERR_FAILED/ })

  test('leads to the page again by itself', async ({ page, request, runner }) => {
    const specs = specsOfRunner(request, runner)
    const title = `Breaks ${crypto.randomUUID().slice(0, 8)}`
    const name = await specs.create({ kind: 'functional', title, text: '# Breaks\n\nNone.' })
    await specs.act(name, ...meetTomorrow(), { kind: 'hold' })
    await setUpOwner(page)
    // A meeting that is on draws its page anew every few seconds.
    await open(page, `/p/demo/specs/${name}/meeting`)
    await page.route('**/api/health/ready', (route) => route.abort(), { times: 2 })
    await page.route(
      '**/meeting?_rsc=*',
      async (route) => {
        const answer = await route.fetch()
        const body = await answer.text()
        await route.fulfill({ response: answer, body: body.slice(0, body.length / 2) })
      },
      { times: 1 },
    )
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Connection lost')
    await expect(heading).toContainText(`Meeting on ${name}`)
  })
})
