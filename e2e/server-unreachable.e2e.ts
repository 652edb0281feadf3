// A page whose server is unavailable reports that, keeps its content, and continues when the server responds.

import { LIGHT_PAGE, sectionLink } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { meetTomorrow, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// Browsers write failed requests to the console.
test.use({ sharesContext: false, expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

test('a link that is followed while the server is unavailable opens when it is back', async ({
  page,
  expectAccessible,
}) => {
  await open(page, LIGHT_PAGE)
  await page.context().setOffline(true)
  const note = page
    .getByRole('alert')
    .filter({ hasText: 'The server does not answer. This page continues when it does.' })
  await expect(note).toBeVisible()
  await sectionLink(page, 'Write').click()
  await expectAccessible()
  await expect(note).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${LIGHT_PAGE}$`))
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/p\/demo\/reports$/)
  await expect(note).toBeHidden()
})

test.describe('a connection that breaks while a page is rendered again', () => {
  test.use({ expectedErrors: /React error #412|ERR_FAILED/ })

  test('reloads the page by itself', async ({ page, request, runner }) => {
    const specs = specsOfRunner(request, runner)
    const title = `Breaks ${crypto.randomUUID().slice(0, 8)}`
    const name = await specs.create({ kind: 'functional', title, text: '# Breaks\n\nNone.' })
    await specs.act(name, ...meetTomorrow(), { kind: 'hold' })
    await setUpOwner(page)
    // A running meeting refreshes its page every few seconds.
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
