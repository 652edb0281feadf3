// A scribe who is not the author records a meeting by keyboard only; typed text survives a closed tab, and the author
// confirms it. The agenda that was printed before has the same order.

import type { Route } from '@playwright/test'
import { open } from './support/ready.ts'
import { scheduleReview, specsOfRunner, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner, signUp } from './support/test-accounts.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ sharesPage: false, expectedErrors: /409/ })

test('an agenda lists comments in the order of the text, and a meeting is recorded by keyboard only', async ({
  browser,
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Sums ${crypto.randomUUID().slice(0, 8)}`)
  await scheduleReview(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const address = `/api/v1/projects/demo/specs/${name}`
  const readSpec = async () => (await request.get(address, { headers })).json()
  // A program can comment as well as a person.
  const give = (block: string, quote: string, body: string) =>
    specsOfRunner(request, runner).act(name, {
      kind: 'give',
      body,
      anchor: { kind: 'range', block, quote },
      revision: 1,
    })
  await give('b5', 'one function for each operation', 'How many are these?')
  await give('b3', 'whatever the order of rows', 'Of threads, too?')
  await give('b3', 'every machine', 'Of every compiler?')

  await open(page, `/p/demo/specs/${name}/agenda`)
  const points = page.getByRole('list', { name: 'Open comments, in the order of the text' })
  // Within a paragraph comments are listed from left to right.
  await expect(points.getByRole('heading')).toHaveText([/^F-3 /, /^F-2 /, /^F-1 /])
  await expect(points.getByRole('link', { name: 'whatever the order of rows' })).toBeVisible()
  await expectAccessible()

  const room = await browser.newContext()
  const laptop = await room.newPage()
  const sam = await signUp(laptop, `Sam ${crypto.randomUUID().slice(0, 8)}`)
  await open(laptop, `/p/demo/specs/${name}/meeting`)
  await expect(laptop.getByRole('note')).toContainText('You have read access.')
  await open(laptop, `/p/demo/specs/${name}`)

  await open(page, `/p/demo/specs/${name}`)
  await page.getByText('Set scribe…').click()
  const naming = page.getByRole('form', { name: 'Set scribe' })
  await naming.getByRole('combobox').selectOption({ label: sam.name })
  await naming.getByRole('button', { name: 'Set' }).click()
  await expect.poll(async () => (await readSpec()).rounds[0].scribe?.name).toBe(sam.name)

  await open(laptop, `/p/demo/specs/${name}/meeting`)
  const stage = laptop.getByRole('region', { name: 'Current comment' })
  const status = stage.getByRole('status')
  const { keyboard } = laptop
  await keyboard.press('h')
  await expect(laptop.getByRole('heading', { level: 1 })).toContainText('in its meeting')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-3')
  await expect(stage.locator('mark')).toHaveText('every machine')
  await keyboard.press('j')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-2')
  await keyboard.press('k')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-3')

  await keyboard.press('t')
  await expect(stage.getByRole('textbox')).toBeFocused()
  await keyboard.type('Compilers are of another spec.')
  await keyboard.press('Control+Enter')
  await expect(status).toHaveText('F-3: No thank you, for an author to confirm.')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-2')

  // A draft that is not yet on the server survives a closed tab.
  await keyboard.press('b')
  await expect(stage.getByRole('textbox')).toBeFocused()
  await keyboard.type('Sort the rows')
  await laptop.close()
  const again = await room.newPage()
  await open(again, `/p/demo/specs/${name}/meeting`)
  const stage2 = again.getByRole('region', { name: 'Current comment' })
  const article = stage2.getByRole('article')
  const response = stage2.getByRole('textbox')
  const messages = stage2.getByRole('status')
  // The page opens at the first open comment in the order of the text.
  await again.keyboard.press('j')
  await expect(article).toHaveAccessibleName('F-2')
  await again.keyboard.press('b')
  await expect(response).toHaveValue('Sort the rows')
  await again.keyboard.press('End')
  await again.keyboard.type(' first.')
  await again.keyboard.press('Control+Enter')
  await expect(messages).toHaveText('F-2: Good point, but, for an author to confirm.')

  // A newer response corrects a mistake.
  await expect(again.getByRole('navigation', { name: 'Comments' })).toContainText('good point, but (draft)')
  await again.keyboard.press('u')
  await expect(response).toHaveValue('Sort the rows first.')
  await again.keyboard.press('Escape')
  await again.keyboard.press('g')
  await expect(response).toBeFocused()
  await again.keyboard.press('Control+Enter')
  await expect(messages).toHaveText('F-2: Good point, for an author to confirm.')
  await expect(article).toHaveAccessibleName('F-1')

  // A person in the room makes a new comment about the current text.
  await again.keyboard.press('n')
  await expect(again.getByLabel('Comment by')).toBeFocused()
  await again.keyboard.type('Walter')
  await again.keyboard.press('Tab')
  await again.keyboard.press('ArrowDown')
  await again.keyboard.press('Tab')
  await again.keyboard.type('And what of NaN?')
  await again.keyboard.press('Control+Enter')
  await expect(messages).toHaveText('Comment of Walter added.')
  await expect(again.getByRole('navigation', { name: 'Comments' })).toContainText('F-4')

  // Both fields are stored, although the second one is left while the request for the first is running.
  const isSlow = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  }
  await again.route('**/api/trpc/specs.act**', isSlow)
  await again.keyboard.press('p')
  await expect(again.getByLabel('Attendees, separated by commas')).toBeFocused()
  await again.keyboard.type('Vera, Walter')
  await again.keyboard.press('Tab')
  await again.keyboard.type('Begun at ten.')
  await again.keyboard.press('Escape')
  await expect.poll(async () => (await readSpec()).rounds[0].minutes).toBe('Begun at ten.')
  await again.unroute('**/api/trpc/specs.act**', isSlow)
  await again.keyboard.press('e')
  const end = again.getByRole('region', { name: 'Close the meeting' })
  await expect(end).toContainText('F-1, F-4')
  await again.keyboard.press('Enter')
  await expect(again.getByRole('heading', { level: 1 })).toContainText('being resolved')
  await room.close()

  const spec = await readSpec()
  expect(spec.rounds[0]).toMatchObject({ attendance: ['Vera', 'Walter'], minutes: 'Begun at ten.' })
  expect(spec.feedback[3]).toMatchObject({
    giver: { name: 'Walter' },
    recorder: { name: sam.name },
    source: 'meeting',
    anchor: { quote: 'one function for each operation' },
  })
  expect(spec.feedback[2].responses).toMatchObject([{ kind: 'no-thank-you', draft: true }])

  // Drafts become responses when the author confirms them in the same view.
  await open(page, `/p/demo/specs/${name}/meeting`)
  await expectAccessible()
  const hers = page.getByRole('region', { name: 'Current comment' })
  await expect(hers.getByRole('article')).toContainText('to be confirmed by an author')
  await page.keyboard.press('c')
  await expect(hers.getByRole('status')).toHaveText('F-3: confirmed.')
  expect((await readSpec()).feedback[2].responses[1]).toMatchObject({ kind: 'no-thank-you', draft: false })
  // An attempt to resolve lists what is missing, comment by comment.
  await open(page, `/p/demo/specs/${name}`)
  await page.getByRole('button', { name: 'Resolve' }).click()
  const missing = page.getByRole('alert').getByRole('list', { name: 'What is missing first' })
  await expect(missing).toContainText('F-1 has no response.')
  await expect(missing).toContainText('F-2 has a response that is not confirmed.')
})

test('responses that are stored while the server is slow arrive in their order', async ({ page, request, runner }) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Queue ${crypto.randomUUID().slice(0, 8)}`)
  await scheduleReview(page)
  const specs = specsOfRunner(request, runner)
  for (const body of ['How many?', 'Of threads, too?'])
    await specs.act(name, { kind: 'give', body, anchor: { kind: 'whole' }, revision: 1 })
  await open(page, `/p/demo/specs/${name}/meeting`)
  const article = page.getByRole('region', { name: 'Current comment' }).getByRole('article')
  await expect(article).toHaveAccessibleName('F-1')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/trpc/specs.act**', async (route) => {
    await promise
    await route.continue()
  })
  const respond = async (text: string) => {
    await page.keyboard.press('t')
    await page.keyboard.type(text)
    await page.keyboard.press('Control+Enter')
  }
  await respond('First.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(article).toHaveAccessibleName('F-2')
  await respond('Second.')
  resolve()
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/v1/projects/demo/specs/${name}`, {
        headers: { authorization: `Bearer ${runner.token}` },
      })
      return (await answer.json()).feedback.map((one: { responses: { reason: string }[] }) => one.responses[0]?.reason)
    })
    .toEqual(['First.', 'Second.'])
})
